import { describe, expect, it } from 'vitest';
import { EMPTY_HISTORY, foldHistory } from '../account-commitment.ts';
import { asertBits, expectedBits } from '../asert.ts';
import { developmentAccounts } from '../development-accounts.ts';
import { genesisBlock } from '../genesis.ts';
import { mnemonicToSeed, deriveKey, generateMnemonic, validateMnemonic } from '../hd-keys.ts';
import { findNetworkByTitle, forkOf, getNetwork, titleOfNetwork } from '../networks.ts';
import { blockToApply, recordOf } from '../test-support.ts';
import { createCoinbase, encodeTransaction, type Transaction } from '../transaction.ts';
import { medianTime } from './header-rules.ts';
import { applyTransactions } from './state.ts';
import { emittedUpTo, HALVING_INTERVAL, INITIAL_SUBSIDY, subsidyAt } from './subsidy.ts';

const network = getNetwork('devnet');
const [alice, bob] = developmentAccounts(network).map(({ address }) => address) as [string, string];

function transfer(change: Partial<Transaction>): Transaction {
  const body = { chain: 3, nonce: 1, fee: 0n, value: 1n, fromAddress: alice, toAddress: bob };
  return { ...body, unlockSig: new Uint8Array(128), ...change };
}

describe('the subsidy', () => {
  it('halves every 1,051,200 blocks and ends', () => {
    expect(subsidyAt(1)).toBe(INITIAL_SUBSIDY);
    expect(subsidyAt(HALVING_INTERVAL - 1)).toBe(INITIAL_SUBSIDY);
    expect(subsidyAt(HALVING_INTERVAL)).toBe(INITIAL_SUBSIDY / 2n);
    expect(subsidyAt(HALVING_INTERVAL * 32)).toBe(1n);
    expect(subsidyAt(HALVING_INTERVAL * 33)).toBe(0n);
    expect(subsidyAt(0xffff_ffff)).toBe(0n);
  });

  it('sums the subsidies of all blocks', () => {
    expect([0, 1, 7].map(emittedUpTo)).toEqual([0n, subsidyAt(1), 7n * subsidyAt(1)]);
    const before = emittedUpTo(HALVING_INTERVAL - 1);
    expect(before).toBe(BigInt(HALVING_INTERVAL - 1) * subsidyAt(1));
    expect(emittedUpTo(HALVING_INTERVAL) - before).toBe(subsidyAt(HALVING_INTERVAL));
    expect(emittedUpTo(3 * HALVING_INTERVAL) - emittedUpTo(3 * HALVING_INTERVAL - 1)).toBe(
      subsidyAt(3 * HALVING_INTERVAL),
    );
  });
});

describe('the median time', () => {
  it('is the middle of the timestamps, in any order', () => {
    expect(medianTime([5])).toBe(5);
    expect(medianTime([3, 1])).toBe(3);
    expect(medianTime([9, 1, 5])).toBe(5);
    expect(medianTime([11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1])).toBe(6);
  });

  it('of no timestamps throws, instead of accepting every timestamp', () => {
    expect(() => medianTime([])).toThrow(RangeError);
  });
});

describe('the state', () => {
  const start = new Map([[alice, recordOf(alice, 100n)]]);
  const apply = (transactions: Transaction[]) =>
    applyTransactions(blockToApply(transactions), (address) => start.get(address)).after;

  it('charges only the fee of a transfer to oneself', () => {
    expect(apply([transfer({ toAddress: alice, value: 90n, fee: 10n })]).get(alice)).toMatchObject({
      balance: 90n,
      nonce: 1,
    });
  });

  it('counts each transaction of an address, one to itself once, and extends its history', () => {
    const toBob = transfer({});
    const toSelf = transfer({ toAddress: alice, nonce: 2 });
    const block = blockToApply([toBob, toSelf], 7);
    const { after, histories } = applyTransactions(block, (address) => start.get(address));
    const shown = [toBob, toSelf].map((transaction, index) => ({
      height: 7,
      index,
      raw: encodeTransaction(transaction),
    }));
    expect(after.get(alice)).toMatchObject({ count: 2, history: foldHistory(EMPTY_HISTORY, shown) });
    expect(after.get(bob)).toMatchObject({
      count: 1,
      history: foldHistory(EMPTY_HISTORY, shown.slice(0, 1)),
    });
    expect(histories.subarray(32, 64)).toEqual(after.get(bob)!.history);
    expect(histories.subarray(96)).toEqual(after.get(alice)!.history);
  });

  it('refuses one transaction more than a count can hold', () => {
    const full = { ...recordOf(alice, 100n), count: 0xffff_ffff };
    const lookup = (address: string) => (address === alice ? full : undefined);
    expect(() => applyTransactions(blockToApply([transfer({})]), lookup)).toThrow(
      expect.objectContaining({ code: 'count_overflow', data: { index: 0 } }),
    );
  });

  it('lets the next transaction spend a coinbase', () => {
    const coinbase = createCoinbase({ network, height: 1, value: 50n, miner: bob });
    const after = apply([coinbase, transfer({ fromAddress: bob, toAddress: alice, value: 50n })]);
    expect(after.get(bob)).toMatchObject({ balance: 0n, nonce: 1 });
    expect(after.get(alice)).toMatchObject({ balance: 150n, nonce: 0 });
  });
});

describe('the difficulty', () => {
  const testnet = getNetwork('testnet');
  const base = { anchorBits: 0x1e0fffff, limitBits: 0x1e0fffff, spacingSeconds: 60, halfLifeSeconds: 3_600 };

  it('is constant on devnet, and the limit for testnet up to height 2', () => {
    expect(expectedBits(network, { height: 500, timestamp: 0 }, undefined)).toBe(0x207fffff);
    expect(expectedBits(testnet, { height: 1, timestamp: 0 }, undefined)).toBe(0x1e0fffff);
    expect(() => expectedBits(testnet, { height: 2, timestamp: 0 }, undefined)).toThrow('block 1');
    expect(() => expectedBits(getNetwork('mainnet'), { height: 1, timestamp: 0 }, undefined)).toThrow(
      'mainnet',
    );
  });

  it('of a fork is the network’s up to its height, and devnet’s above', () => {
    const fork = forkOf(testnet, 5);
    const bits = [4, 5, 6].map((height) => expectedBits(fork, { height, timestamp: 50 }, 0));
    expect(bits).toEqual([expectedBits(testnet, { height: 4, timestamp: 50 }, 0), 0x207fffff, 0x207fffff]);
    expect([fork, testnet].map(titleOfNetwork)).toEqual(['testnet fork 5', 'testnet']);
    expect(['testnet fork 5', 'testnet', 'testnet fork', 'net fork 5'].map(findNetworkByTitle)).toEqual([
      fork,
      testnet,
      undefined,
      undefined,
    ]);
  });

  it('doubles in one half-life, and is never easier than the limit', () => {
    expect(asertBits({ ...base, heightDelta: 0, timeDelta: 60 })).toBe(0x1e0fffff);
    expect(asertBits({ ...base, heightDelta: 60, timeDelta: 60 })).toBe(0x1e07ffff);
    expect(asertBits({ ...base, heightDelta: 1, timeDelta: 1_000_000 })).toBe(0x1e0fffff);
    expect(asertBits({ ...base, heightDelta: 1_000_000, timeDelta: 0 })).toBe(0x0101_0000);
  });
});

describe('mainnet', () => {
  it('has no genesis block in this version', () => {
    expect(() => genesisBlock(getNetwork('mainnet'))).toThrow(
      expect.objectContaining({ code: 'network_not_initializable' }),
    );
  });
});

describe('mnemonics', () => {
  it('are generated with 12 or 24 words, all valid and different', () => {
    for (const words of [12, 24] as const) {
      const mnemonic = generateMnemonic(words);
      expect(mnemonic.split(' ')).toHaveLength(words);
      expect(validateMnemonic(mnemonic)).toBe(true);
      expect(generateMnemonic(words)).not.toBe(mnemonic);
    }
  });

  it('are accepted in any case and spacing, and rejected with a wrong checksum', () => {
    const mnemonic = 'test test test test test test test test test test test junk';
    const spaced = `  ${mnemonic.toUpperCase().replaceAll(' ', '\n ')} `;
    expect(deriveKey({ mnemonic: spaced, network, index: 0 }).address).toBe(alice);
    expect(deriveKey({ seed: mnemonicToSeed(mnemonic), network, index: 1 }).address).toBe(bob);
    const wrong = mnemonic.replace('junk', 'test');
    expect(() => mnemonicToSeed(wrong)).toThrow(expect.objectContaining({ code: 'invalid_mnemonic' }));
    expect(() => deriveKey({ mnemonic, network, index: -1 })).toThrow(
      expect.objectContaining({ code: 'invalid_key' }),
    );
  });
});
