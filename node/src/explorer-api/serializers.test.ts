import { getNetwork } from '@cairn/protocol';
import { expect, it } from 'vitest';
import { serializeRankedAddress } from '../projection/answers.ts';
import { serializeTotals } from './serializers.ts';

const COUNTS = { number: 0, address: 'a', nonce: 1, transaction_count: 2, first_seen: 0, last_seen: 3 };
const MINED = { mined: 0, rewards: '0', reward_fees: '0' };
const BELOW = '9223372036854775808';
const HIGHEST = '18446744073709551615';
const BEYOND = '18446744073709551616';

it('formats sums up to 64 bits exactly, and returns the maximum for larger ones', () => {
  const amounts = { balance: HIGHEST, received: BEYOND, sent: HIGHEST, fees: BELOW };
  expect(serializeRankedAddress({ ...COUNTS, ...amounts, ...MINED })).toMatchObject({
    balance: HIGHEST,
    total_received: HIGHEST,
    total_sent: HIGHEST,
    total_fees: BELOW,
  });
  const totals = {
    single: 0,
    schema_version: 1,
    chain_id: 3,
    height: 3,
    block_id: 'b',
    transactions: 4,
    addresses: 5,
    fees: '9007199254740993',
  };
  const sums = { transferred: BEYOND.repeat(2), rewards: HIGHEST };
  expect(serializeTotals({ ...totals, ...sums }, getNetwork('devnet'))).toMatchObject({
    blocks: 4,
    total_fees: '9007199254740993',
    total_transferred: HIGHEST,
    total_rewards: HIGHEST,
  });
});
