import { rm } from 'node:fs/promises';
import { equalBytes, type Network } from '@cairn/protocol';
import { NodeError } from '../startup/errors.ts';
import { BlockFiles } from '../storage/block-files.ts';
import { CoreIndex } from '../storage/core-index.ts';
import type { DataDirectory } from '../storage/data-directory.ts';
import { describeKey } from '../storage/layout.ts';
import type { ChainTip } from './chain-types.ts';
import { buildIndex } from './index-builder.ts';
import type { ProgressListener } from './progress.ts';
import { TransactionChecker } from './transaction-checker.ts';

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
 * @throws NodeError for the first difference, BlockFileError for a fault in a block file, LevelError when `core/` is damaged; the
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
  await buildIndex(newIndex, { files, network, checker, signatures: true, onProgress, signal });
  await compareWithCore(newIndex, core);
  const { height, id } = newIndex.head.tip()!;
  return { height, id };
}

async function compareWithCore(newIndex: CoreIndex, path: string): Promise<void> {
  const core = await CoreIndex.open(path);
  try {
    if (core.head.isBuilding())
      throw new NodeError(`${path} is being rebuilt: continues with cairn start or cairn reindex`);
    for await (const [key, expected] of newIndex.head.entries()) {
      const found = core.head.value(key);
      if (found === undefined) throw new NodeError(`${path} lacks ${describeKey(key)}`);
      if (!equalBytes(found, expected))
        throw new NodeError(`${path} holds another value for ${describeKey(key)}`);
    }
    for await (const [key] of core.head.entries()) {
      if (newIndex.head.value(key) === undefined)
        throw new NodeError(`${path} holds without a block ${describeKey(key)}`);
    }
  } finally {
    await core.close();
  }
}
