import {
  bytesToHex,
  concatBytes,
  ConsensusError,
  encodeTransaction,
  merkleRoot,
  TRANSACTION_SIZE,
  transactionIdBytes,
} from '@cairn/protocol';
import type { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { TransactionChecker } from './transaction-checker.ts';
import { DEVNET, transfer } from './test-support.ts';

const good = Array.from({ length: 40 }, (_, index) =>
  encodeTransaction(transfer({ from: 1, to: 2, nonce: index + 1 })),
);

/** A number of transfers, some with a changed value. */
function block(count: number, bad: number[] = []): Uint8Array {
  return concatBytes(
    ...Array.from({ length: count }, (_, index) => {
      const raw = good[index % good.length]!;
      return bad.includes(index) ? raw.with(16, raw[16]! ^ 1) : raw;
    }),
  );
}

let checker: TransactionChecker;
beforeAll(() => {
  checker = new TransactionChecker(DEVNET, 2);
});
afterAll(() => checker.close());

const coinbase = new Uint8Array(TRANSACTION_SIZE);

async function check(transfers: Uint8Array, by = checker): Promise<void> {
  const transactions = concatBytes(coinbase, transfers);
  await by.checkTransfers(transactions, (await by.digest(transactions)).ids);
}

describe('the transaction checker', () => {
  it.each([0, 1, 31, 32, 33, 255, 256, 257, 1_500])('finds no fault in %i valid ones', async (count) => {
    await expect(check(block(count))).resolves.toBeUndefined();
  });

  it.each([
    [1, [0]],
    [32, [31]],
    [33, [32]],
    [1_500, [255]],
    [1_500, [256]],
    [1_500, [1_499, 700, 600]],
  ])('finds the first bad one of %i', async (count, bad) => {
    const index = Math.min(...bad) + 1;
    await expect(check(block(count, bad))).rejects.toEqual(
      new ConsensusError('bad_signature', `transaction ${index}: the signature is not valid on devnet`, {
        index,
      }),
    );
  });

  it.each([20, 100])('names the rule that one of %i breaks regardless of the state', async (count) => {
    const zero = encodeTransaction(transfer({ from: 1, to: 2, nonce: 1, value: 0n }));
    const index = count + 1;
    await expect(check(concatBytes(block(count), zero))).rejects.toEqual(
      new ConsensusError('zero_value', `transaction ${index}: the value is zero`, { index }),
    );
  });

  it.each([1, 2, 32, 33, 256, 1_023, 1_024, 1_025, 2_049])(
    'computes the IDs and Merkle root of %i',
    async (count) => {
      const transactions = block(count);
      const ids = Array.from({ length: count }, (_, index) =>
        transactionIdBytes(transactions.subarray(index * TRANSACTION_SIZE, (index + 1) * TRANSACTION_SIZE)),
      );
      const digest = await checker.digest(transactions);
      expect(bytesToHex(digest.root)).toBe(bytesToHex(merkleRoot(ids)));
      expect(bytesToHex(digest.ids)).toBe(bytesToHex(concatBytes(...ids)));
    },
  );

  it('does not mix two blocks that are checked at the same time', async () => {
    const bad = check(block(301, [7]));
    await Promise.all([check(block(300)), expect(bad).rejects.toMatchObject({ data: { index: 8 } })]);
  });

  it('validates single transfers, and does not validate the valid ones again in their block', async () => {
    const own = new TransactionChecker(DEVNET, 2);
    const idOf = (raw: Uint8Array): string => bytesToHex(transactionIdBytes(raw));
    for (const [index, raw] of good.entries()) {
      const sent = index % 7 === 3 ? raw.with(16, raw[16]! ^ 1) : raw;
      expect(own.verify(sent, idOf(sent))).toBe(index % 7 !== 3);
    }
    // Only the ID is compared: an invalid transfer with the ID of a verified one is not validated.
    const ids = concatBytes(new Uint8Array(32), ...good.slice(0, 3).map(transactionIdBytes));
    const transactions = concatBytes(coinbase, block(3, [1]));
    await own.checkTransfers(transactions, ids);
    await expect(check(block(3, [1]), own)).rejects.toMatchObject({ data: { index: 2 } });
    await own.close();
  });

  it('closes once its threads have ended their tasks', async () => {
    const own = new TransactionChecker(DEVNET, 2);
    const digest = own.digest(block(1_500));
    await own.close();
    expect((await digest).ids.length).toBe(1_500 * 32);
  });

  it('closes once all its threads have loaded their code: to end one meanwhile would abort the process', async () => {
    const loading = new Set<Worker>();
    const listener = (worker: Worker): void => {
      loading.add(worker);
      worker.once('message', () => loading.delete(worker));
    };
    process.on('worker', listener);
    onTestFinished(() => void process.off('worker', listener));
    const own = new TransactionChecker(DEVNET, 4);
    await own.digest(block(40));
    await own.close();
    expect(loading.size).toBe(0);
  });

  it('goes on after a thread died', async () => {
    const threads: Worker[] = [];
    const listener = (worker: Worker): void => void threads.push(worker);
    process.on('worker', listener);
    onTestFinished(() => void process.off('worker', listener));
    const own = new TransactionChecker(DEVNET, 2);
    await own.digest(block(1_500));
    await threads[0]!.terminate();
    expect((await own.digest(block(1_500))).ids.length).toBe(1_500 * 32);
    await own.close();
  });
});
