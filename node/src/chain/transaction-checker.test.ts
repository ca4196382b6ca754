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
import { Piscina } from 'piscina';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { CheckerClosedError, TransactionChecker } from './transaction-checker.ts';
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

async function findFault(transfers: Uint8Array) {
  const loaded = checker.load(concatBytes(coinbase, transfers));
  try {
    return await loaded.findFault((await loaded.digest()).ids);
  } finally {
    loaded.release();
  }
}

/** Collects the threads created from now on. */
function watchThreads() {
  const threads: Worker[] = [];
  const listener = (worker: Worker): void => void threads.push(worker);
  process.on('worker', listener);
  onTestFinished(() => void process.off('worker', listener));
  return {
    alive: () => threads.filter(({ threadId }) => threadId !== -1),
  };
}

describe('the transaction checker', () => {
  it.each([0, 1, 31, 32, 33, 255, 256, 257, 1_500])('finds no fault in %i valid ones', async (count) => {
    expect(await findFault(block(count))).toBeUndefined();
  });

  it.each([
    [1, [0]],
    [32, [31]],
    [33, [32]],
    [1_500, [255]],
    [1_500, [256]],
    [1_500, [1_499, 700, 600]],
  ])('finds the first bad one of %i', async (count, bad) => {
    const fault = await findFault(block(count, bad));
    expect(fault?.index).toBe(Math.min(...bad));
    expect(fault?.error).toEqual(new ConsensusError('bad_signature', 'the signature is not valid on devnet'));
  });

  it.each([20, 100])('names the rule that one of %i breaks regardless of the state', async (count) => {
    const zero = encodeTransaction(transfer({ from: 1, to: 2, nonce: 1, value: 0n }));
    const fault = await findFault(concatBytes(block(count), zero));
    expect(fault?.index).toBe(count);
    expect(fault?.error).toEqual(new ConsensusError('zero_value', 'the value is zero'));
    expect(fault?.error).toBeInstanceOf(ConsensusError);
  });

  it.each([1, 2, 32, 33, 256, 1_023, 1_024, 1_025, 2_049])(
    'computes the IDs and Merkle root of %i',
    async (count) => {
      const transactions = block(count);
      const ids = Array.from({ length: count }, (_, index) =>
        transactionIdBytes(transactions.subarray(index * TRANSACTION_SIZE, (index + 1) * TRANSACTION_SIZE)),
      );
      const loaded = checker.load(transactions);
      const digest = await loaded.digest();
      loaded.release();
      expect(bytesToHex(digest.root)).toBe(bytesToHex(merkleRoot(ids)));
      expect(bytesToHex(digest.ids)).toBe(bytesToHex(concatBytes(...ids)));
    },
  );

  it('does not mix two blocks that are loaded at the same time', async () => {
    const loaded = [checker.load(block(300)), checker.load(block(301, [7]))];
    const digests = await Promise.all(loaded.map((one) => one.digest()));
    expect(digests[0]!.ids.length).toBe(300 * 32);
    expect(await loaded[0]!.findFault(digests[0]!.ids)).toBeUndefined();
    expect((await loaded[1]!.findFault(digests[1]!.ids))?.index).toBe(6);
    for (const one of loaded) one.release();
  });

  it('rejects unfinished work when it is closed', async () => {
    const own = new TransactionChecker(DEVNET, 2);
    const answer = own.load(block(1_500)).findFault(new Uint8Array(1_500 * 32));
    await Promise.all([expect(answer).rejects.toThrow('closed'), own.close()]);
  });

  it('rejects all work that needs a thread once it is closed, whether threads were started or not', async () => {
    for (const begun of [true, false]) {
      const own = new TransactionChecker(DEVNET, 2);
      if (begun) await own.load(block(33)).digest();
      await own.close();
      expect(() => own.load(block(33))).toThrow(CheckerClosedError);
    }
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
    const loaded = own.load(concatBytes(coinbase, block(3, [1])));
    expect(await loaded.findFault(ids)).toBeUndefined();
    expect((await loaded.findFault((await loaded.digest()).ids))?.index).toBe(1);
    loaded.release();
    await own.close();
  });

  it('survives the death of its threads: others run their tasks, and the deaths are reported', async () => {
    const threads = watchThreads();
    const reported: string[] = [];
    const own = new TransactionChecker(DEVNET, 2, ({ message }) => reported.push(message));
    await own.load(block(1_500)).digest();
    for (let round = 0; round < 2; round += 1) {
      const loaded = own.load(concatBytes(coinbase, block(1_500, [700])));
      const fault = loaded.findFault(new Uint8Array(1_501 * 32));
      await threads.alive()[0]!.terminate();
      expect((await fault)?.index).toBe(700);
      loaded.release();
    }
    expect(reported.length).toBeGreaterThan(0);
    expect(new Set(reported)).toEqual(new Set(['worker exited with code: 1']));
    await own.close();
    expect(threads.alive()).toEqual([]);
  });

  it('throws the error of a task without a retry, and keeps its threads', async () => {
    const threads = watchThreads();
    const reported: string[] = [];
    const own = new TransactionChecker(DEVNET, 1, ({ message }) => reported.push(message));
    await expect(own.load(new Uint8Array(33 * TRANSACTION_SIZE + 1)).digest()).rejects.toThrow(
      'offset is out of bounds',
    );
    expect((await own.load(block(33)).digest()).ids.length).toBe(33 * 32);
    expect(reported).toEqual([]);
    expect(threads.alive()).toHaveLength(1);
    await own.close();
  });

  it('gives up a task after two threads died of it, and works afterwards', async () => {
    const own = new TransactionChecker(DEVNET, 1);
    const killer = (worker: Worker): void => void worker.terminate();
    process.on('worker', killer);
    await expect(own.load(block(33)).digest()).rejects.toThrow(/worker/);
    process.off('worker', killer);
    const loaded = own.load(block(33));
    expect((await loaded.digest()).ids.length).toBe(33 * 32);
    await own.close();
  });

  it('does not overwrite a block that threads still read', async () => {
    const own = new TransactionChecker(DEVNET, 2);
    const all = Array.from({ length: 1_500 }, (_, index) => index);
    const bad = own.load(concatBytes(coinbase, block(1_500, all)));
    const answer = bad.findFault(new Uint8Array(1_501 * 32));
    bad.release();
    const next = own.load(concatBytes(coinbase, block(1_500)));
    expect((await answer)?.index).toBe(0);
    expect(await next.findFault((await next.digest()).ids)).toBeUndefined();
    next.release();
    await own.close();
  });

  it('sends each thread only its own transfers when some of a block are verified', async () => {
    const own = new TransactionChecker(DEVNET, 2);
    own.verify(good[0]!, bytesToHex(transactionIdBytes(good[0]!)));
    const sent: number[] = [];
    const run = vi.spyOn(Piscina.prototype, 'run').mockImplementation(async (bytes: Uint8Array) => {
      sent.push(bytes.buffer.byteLength);
      return { result: undefined };
    });
    const loaded = own.load(concatBytes(coinbase, block(1_500)));
    expect(await loaded.findFault(new Uint8Array(1_501 * 32))).toBeUndefined();
    run.mockRestore();
    expect(sent).toHaveLength(6);
    expect(Math.max(...sent)).toBeLessThanOrEqual(256 * TRANSACTION_SIZE);
    await own.close();
  });
});
