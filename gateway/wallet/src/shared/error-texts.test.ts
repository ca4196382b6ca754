import { REJECTION_REASONS, RPC_ERRORS } from '@cairn/api/rpc';
import { WalletError } from '@cairn/wallet';
import { expect, test } from 'vitest';
import { describeFailure, explainCode } from './error-texts.ts';

/** What an owner can do something about, or can only wait for. The rest is for whoever reads the code. */
const EXPLAINED =
  'nonce_too_low nonce_gap insufficient_balance replacement_fee_too_low sender_limit mempool_full unauthorized node_not_ready session_expired node_timeout node_unreachable timeout network'.split(
    ' ',
  );

test('every code is explained, or quoted', () => {
  for (const code of [...REJECTION_REASONS, ...Object.keys(RPC_ERRORS), ...EXPLAINED, 'constructor'])
    expect([code, explainCode(code).includes(`(${code})`)]).toEqual([code, !EXPLAINED.includes(code)]);
});

test('an error of the wallet is explained, any other one is named', () => {
  expect(describeFailure(new WalletError('wallet_locked', ''))).toContain('has been locked');
  expect(describeFailure(new WalletError('plan_mismatch', ''))).toContain('plan_mismatch');
  expect(describeFailure(new TypeError('x'))).toContain('TypeError');
});
