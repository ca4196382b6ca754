import {
  bytesToHex,
  concatBytes,
  ConsensusError,
  encodeTransaction,
  merkleRoot,
  TRANSACTION_SIZE,
  transactionIdBytes,
} from '@cairn/protocol';
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createTransactionChecker, type TransactionChecker } from './transaction-checker.ts';
import { DEVNET, transfer } from './test-support.ts';
import { CheckerClosedError } from './transaction-pool.ts';

const good = Array.from({ length: 40 }, (_, index) =>
  encodeTransaction(transfer({ from: 1, to: 2, nonce: index + 1 })),
);

/** So many transfers, the named ones with a changed value. */
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
  checker = createTransactionChecker(DEVNET, 2);
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

/** The threads that are made from now on. */
function watchThreads() {
  const threads: Worker[] = [];
  const listener = (worker: Worker): void => void threads.push(worker);
  process.on('worker', listener);
  onTestFinished(() => void process.off('worker', listener));
  return {
    started: () => threads.length,
    alive: () => threads.filter(({ threadId }) => threadId !== -1),
  };
}

async function terminate(thread: Worker): Promise<void> {
  await thread.terminate();
}

/** Makes a thread throw. */
async function crash(thread: Worker): Promise<void> {
  thread.postMessage({ job: -1, kind: 'judge', bytes: null });
  await new Promise((resolve) => thread.once('exit', resolve));
}

describe('the transaction checker', () => {
  it.each([0, 1, 31, 32, 33, 255, 256, 257, 1_500])(
    'finds nothing wrong with %i good ones',
    async (count) => {
      expect(await findFault(block(count))).toBeUndefined();
    },
  );

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

  it.each([20, 100])('names the rule that one of %i breaks by itself', async (count) => {
    const zero = encodeTransaction(transfer({ from: 1, to: 2, nonce: 1, value: 0n }));
    const fault = await findFault(concatBytes(block(count), zero));
    expect(fault?.index).toBe(count);
    expect(fault?.error).toEqual(new ConsensusError('zero_value', 'the value is zero'));
    expect(fault?.error).toBeInstanceOf(ConsensusError);
  });

  it.each([1, 2, 32, 33, 256, 1_023, 1_024, 1_025, 2_049])(
    'gives the IDs and Merkle root of %i',
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

  it('keeps two blocks apart that are loaded at once', async () => {
    const loaded = [checker.load(block(300)), checker.load(block(301, [7]))];
    const digests = await Promise.all(loaded.map((one) => one.digest()));
    expect(digests[0]!.ids.length).toBe(300 * 32);
    expect(await loaded[0]!.findFault(digests[0]!.ids)).toBeUndefined();
    expect((await loaded[1]!.findFault(digests[1]!.ids))?.index).toBe(6);
    for (const one of loaded) one.release();
  });

  it('refuses what is under way when it is closed', async () => {
    const own = createTransactionChecker(DEVNET, 2);
    const answer = own.load(block(1_500)).findFault(new Uint8Array(1_500 * 32));
    await Promise.all([expect(answer).rejects.toThrow('closed'), own.close()]);
  });

  it('takes nothing more that needs a thread once it is closed, begun or not', async () => {
    for (const begun of [true, false]) {
      const own = createTransactionChecker(DEVNET, 2);
      if (begun) own.load(block(33)).release();
      await own.close();
      expect(() => own.load(block(33))).toThrow(CheckerClosedError);
      const verdicts = good.slice(0, 5).map((raw, index) => own.verify(raw, String(index)));
      for (const verdict of verdicts) await expect(verdict).rejects.toThrow(CheckerClosedError);
    }
  });

  it('judges single transfers as they come, and takes the good ones of a block as judged', async () => {
    const own = createTransactionChecker(DEVNET, 2);
    const bad = good.map((raw, index) => (index % 7 === 3 ? raw.with(16, raw[16]! ^ 1) : raw));
    const idOf = (raw: Uint8Array): string => bytesToHex(transactionIdBytes(raw));
    for (const count of [1, 2, 3, 40]) {
      const verdicts = await Promise.all(bad.slice(0, count).map((raw) => own.verify(raw, idOf(raw))));
      expect(verdicts).toEqual(bad.slice(0, count).map((_, index) => index % 7 !== 3));
    }
    // A stranger's ID over an unverified, bad transfer would be taken as judged: the ID alone is looked at.
    const ids = concatBytes(new Uint8Array(32), ...good.slice(0, 3).map(transactionIdBytes));
    const loaded = own.load(concatBytes(coinbase, block(3, [1])));
    expect(await loaded.findFault(ids)).toBeUndefined();
    expect((await loaded.findFault((await loaded.digest()).ids))?.index).toBe(1);
    loaded.release();
    await own.close();
  });

  it('outlives its threads: what they had at work is done by others, and told', async () => {
    const threads = watchThreads();
    const told: Error[] = [];
    const own = createTransactionChecker(DEVNET, 2, (cause) => told.push(cause));
    for (const end of [terminate, crash]) {
      const loaded = own.load(concatBytes(coinbase, block(1_500, [700])));
      const digest = loaded.digest();
      await vi.waitFor(() => expect(threads.alive()).toHaveLength(2)); // told in a later turn
      await end(threads.alive()[0]!);
      const fault = await loaded.findFault((await digest).ids);
      expect(fault?.index).toBe(700);
      loaded.release();
    }
    expect(told).toHaveLength(2);
    expect(told.map(({ message }) => message)).toContainEqual(
      expect.stringMatching(/^a thread ended with code [01]$/),
    );
    expect(told.map(({ name }) => name)).toContain('TypeError');
    const verdicts = good.slice(0, 10).map((raw, index) => own.verify(raw, String(index)));
    expect(await Promise.all(verdicts)).not.toContain(false);
    await own.close();
    expect(threads.alive()).toEqual([]);
  });

  it('gives up what two threads died of, and starts no more of them than that', async () => {
    const threads = watchThreads();
    const own = createTransactionChecker(DEVNET, 1);
    own.load(block(33)).release();
    const dieAt = vi.spyOn(Worker.prototype, 'postMessage').mockImplementation(function (this: Worker) {
      void this.terminate();
    });
    await expect(own.load(block(33)).digest()).rejects.toThrow(/^a thread ended with code [01]$/);
    dieAt.mockRestore();
    expect(threads.started()).toBe(2);
    const loaded = own.load(block(33));
    expect((await loaded.digest()).ids.length).toBe(33 * 32);
    await own.close();
  });

  it('writes nothing over a block that threads still read', async () => {
    const own = createTransactionChecker(DEVNET, 2);
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

  it('sends a thread its own transfers only, once some of a block are known', async () => {
    const own = createTransactionChecker(DEVNET, 2);
    await own.verify(good[0]!, bytesToHex(transactionIdBytes(good[0]!)));
    const sent: number[] = [];
    const send = vi.spyOn(Worker.prototype, 'postMessage').mockImplementation(function (
      this: Worker,
      message: { bytes: Uint8Array },
    ) {
      sent.push(message.bytes.buffer.byteLength);
    });
    const loaded = own.load(concatBytes(coinbase, block(1_500)));
    void loaded.findFault(new Uint8Array(1_501 * 32)).catch(() => undefined);
    await vi.waitFor(() => expect(sent.length).toBeGreaterThan(1));
    expect(Math.max(...sent)).toBeLessThanOrEqual(256 * TRANSACTION_SIZE);
    send.mockRestore();
    await own.close();
  });
});
