import {
  bytesToHex,
  concatBytes,
  encodeTransaction,
  merkleRoot,
  TRANSACTION_SIZE,
  transactionIdBytes,
} from '@cairn/protocol';
import type { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { TransactionChecker } from '@cairn/chain';
import { TransactionThreads } from './transaction-threads.ts';
import { DEVNET, transfer } from '@cairn/chain/test-support';

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

const newChecker = (threads: number): TransactionChecker =>
  new TransactionChecker(DEVNET, new TransactionThreads(DEVNET, threads));

let checker: TransactionChecker;
beforeAll(() => {
  checker = newChecker(2);
});
afterAll(() => checker.close());

const coinbase = new Uint8Array(TRANSACTION_SIZE);

async function check(transfers: Uint8Array, by = checker): Promise<void> {
  const transactions = concatBytes(coinbase, transfers);
  await by.checkTransfers(transactions, (await by.digest(transactions)).ids);
}

/** Tells of each thread that the process starts until the test ends. */
function watched(own: TransactionChecker, onThread: (worker: Worker) => void): TransactionChecker {
  process.on('worker', onThread);
  onTestFinished(() => void process.off('worker', onThread));
  return own;
}

describe('the transaction checker', () => {
  it.each([1, 33, 258, 1_501])(
    'computes the IDs and the Merkle root of %i, and finds no fault in valid ones',
    async (count) => {
      const transactions = concatBytes(coinbase, block(count - 1));
      const ids = Array.from({ length: count }, (_, index) =>
        transactionIdBytes(transactions.subarray(index * TRANSACTION_SIZE, (index + 1) * TRANSACTION_SIZE)),
      );
      const digest = await checker.digest(transactions);
      expect(bytesToHex(digest.root)).toBe(bytesToHex(merkleRoot(ids)));
      expect(bytesToHex(digest.ids)).toBe(bytesToHex(concatBytes(...ids)));
      await checker.checkTransfers(transactions, digest.ids);
    },
  );

  it.each([
    [1, [0]],
    [1_500, [256]],
    [1_500, [1_499, 700, 600]],
  ])('finds the first bad one of %i', async (count, bad) => {
    const index = Math.min(...bad) + 1;
    const fault = { code: 'bad_signature', data: { index } };
    await expect(check(block(count, bad))).rejects.toMatchObject(fault);
  });

  it('validates single transfers, and does not validate the valid ones again in their block', async () => {
    const own = newChecker(2);
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

  it('ends its threads once all have loaded their code and ended their tasks', async () => {
    // To end a thread that loads its code would abort the process.
    const events: string[] = [];
    const own = watched(newChecker(4), (worker) => {
      worker.once('message', () => events.push('loaded'));
      worker.once('exit', () => events.push('ended'));
    });
    const digest = own.digest(block(1_500));
    await own.close();
    expect((await digest).ids.length).toBe(1_500 * 32);
    expect(events).toEqual([...Array<string>(4).fill('loaded'), ...Array<string>(4).fill('ended')]);
  });

  it('starts no thread without a task', async () => {
    const threads: Worker[] = [];
    await watched(newChecker(2), (worker) => threads.push(worker)).close();
    expect(threads).toEqual([]);
  });

  it('goes on after a thread died', async () => {
    const threads: Worker[] = [];
    const own = watched(newChecker(2), (worker) => threads.push(worker));
    await own.digest(block(1_500));
    await threads[0]!.terminate();
    expect((await own.digest(block(1_500))).ids.length).toBe(1_500 * 32);
    await own.close();
  });
});
