import { rm } from 'node:fs/promises';
import { compareBytes, equalBytes, type Network } from '@cairn/protocol';
import { BlockFiles } from '../storage/block-files.ts';
import { CoreIndex } from '../storage/core-index.ts';
import type { DataDirectory } from '../storage/data-directory.ts';
import { describeKey } from '../storage/layout.ts';
import type { ChainTip } from './chain-types.ts';
import { buildIndex } from './index-builder.ts';
import type { ProgressListener } from './progress.ts';
import { TransactionChecker } from './transaction-checker.ts';

/** The chain is invalid, or its index does not match its blocks; the message names the first fault in one line. */
export class VerifyError extends Error {
  override readonly name = 'VerifyError';
  readonly code = 'verification_failed';
}

interface VerifyOptions {
  readonly dataDirectory: DataDirectory;
  readonly network: Network;
  readonly onProgress?: ProgressListener;
  readonly signal?: AbortSignal;
}

/**
 * Validates the whole chain of the block files again, including signatures and proofs of work, into a separate index,
 * and compares that with `core/` entry by entry. It repairs nothing, and deletes the separate index at the end.
 * @returns the tip
 * @throws VerifyError for the first fault, BlockFileError for one in a block file, LevelError when `core/` is damaged; the
 * signal's reason
 */
export async function verifyChain(options: VerifyOptions): Promise<ChainTip> {
  const { dataDirectory, network, onProgress = () => undefined, signal } = options;
  const { verify, blocks, core } = dataDirectory;
  const remove = () => rm(verify, { recursive: true, force: true });
  await using closing = new AsyncDisposableStack();
  const files = await BlockFiles.open(blocks, network);
  closing.defer(() => files.close());
  const checker = new TransactionChecker(network);
  closing.defer(() => checker.close());
  await remove(); // a killed run may have left it
  closing.defer(remove);
  const newIndex = await CoreIndex.open(verify);
  closing.defer(() => newIndex.close());
  const start = { file: 0, offset: 0 };
  await buildIndex(newIndex, { files, network, checker, start, signatures: true, onProgress, signal });
  const tip = newIndex.head.tip();
  if (tip === undefined) throw new VerifyError(`${blocks} holds no block`);
  await compareWithCore(newIndex, core);
  return { height: tip.height, id: tip.id };
}

async function compareWithCore(newIndex: CoreIndex, path: string): Promise<void> {
  const core = await CoreIndex.open(path);
  try {
    if (core.head.isBuilding())
      throw new VerifyError(`${path} is being rebuilt: continues with cairn start or cairn reindex`);
    const difference = await findDifference(newIndex.head.entries(), core.head.entries());
    if (difference === undefined) return;
    const problem = { missing: 'lacks', extra: 'holds without a block', other: 'holds another value for' };
    throw new VerifyError(`${path} ${problem[difference.kind]} ${describeKey(difference.key)}`);
  } finally {
    await core.close();
  }
}

type Entry = [key: Uint8Array, value: Uint8Array];

/** The first key at which two stores differ: the second store lacks it, has it in addition, or has another value for it. */
interface EntryDifference {
  readonly kind: 'missing' | 'extra' | 'other';
  readonly key: Uint8Array;
}

/** Compares the entries of two stores, each in the order of the keys. */
async function findDifference(
  expected: AsyncIterable<Entry>,
  found: AsyncIterable<Entry>,
): Promise<EntryDifference | undefined> {
  const [left, right] = [expected[Symbol.asyncIterator](), found[Symbol.asyncIterator]()];
  try {
    for (;;) {
      const [one, other] = [await left.next(), await right.next()];
      if (one.done === true && other.done === true) return undefined;
      if (one.done === true) return { kind: 'extra', key: (other.value as Entry)[0] };
      if (other.done === true) return { kind: 'missing', key: one.value[0] };
      const order = compareBytes(one.value[0], other.value[0]);
      if (order < 0) return { kind: 'missing', key: one.value[0] };
      if (order > 0) return { kind: 'extra', key: other.value[0] };
      if (!equalBytes(one.value[1], other.value[1])) return { kind: 'other', key: one.value[0] };
    }
  } finally {
    await left.return?.();
    await right.return?.();
  }
}
