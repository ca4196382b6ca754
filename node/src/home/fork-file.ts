import { closeSync, openSync, readSync } from 'node:fs';
import {
  blockId,
  type BlockId,
  decodeBlockHeader,
  forkOf,
  getNetwork,
  HEADER_SIZE,
  type Network,
  NETWORK_NAMES,
} from '@cairn/protocol';
import { type Chain, type ProgressListener } from '@cairn/chain';
import { readRecordHeader, RECORD_HEADER_SIZE } from '@cairn/chain/storage';
import { NodeError, UsageError } from '../startup/errors.ts';
import { importBlocks } from './import-export.ts';

/** A file of `cairn export` whose chain a devnet continues. */
export interface ForkFile {
  readonly path: string;
  /** `forkOf` the network and height of its newest block. */
  readonly network: Network;
  /** Of that block. */
  readonly id: BlockId;
}

/**
 * Looks at the heads of a file's records. The blocks are checked when they are imported.
 * @throws UsageError unless it is a chain from its genesis block on
 */
export function readForkFile(path: string): ForkFile {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(path, 'r');
    return { path, ...readHeads(descriptor) };
  } catch (error) {
    throw new UsageError(`${path} is no file of cairn export: ${(error as Error).message}`, { cause: error });
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

function readHeads(descriptor: number): Omit<ForkFile, 'path'> {
  const head = new Uint8Array(RECORD_HEADER_SIZE + HEADER_SIZE);
  let found: Omit<ForkFile, 'path'> | undefined;
  let offset = 0;
  for (let height = 0; readSync(descriptor, head, 0, head.length, offset) === head.length; height += 1) {
    const network = found?.network ?? networkOf(head);
    offset += RECORD_HEADER_SIZE + readRecordHeader(network, head);
    const header = head.subarray(RECORD_HEADER_SIZE);
    if (decodeBlockHeader(header).height !== height)
      throw new Error(`record ${height} is not block ${height}`);
    found = { network: forkOf(network, height), id: blockId(header) };
  }
  if (found === undefined) throw new Error('it has no block');
  return found;
}

function networkOf(head: Uint8Array): Network {
  const magic = Buffer.from(head.subarray(0, 4)).toString('hex');
  const name = NETWORK_NAMES.find((one) => getNetwork(one).magic === magic);
  if (name === undefined) throw new Error('it does not begin with a block record');
  return getNetwork(name);
}

/**
 * Gives a new fork the blocks of its file, fully validated; one that has them all is left as it is.
 * @param chain of the file's network
 * @throws NodeError naming the record that is not valid, after which another start goes on; the signal's reason
 */
export async function importFork(
  chain: Chain,
  { path, network, id }: ForkFile,
  onProgress?: ProgressListener,
  signal?: AbortSignal,
): Promise<void> {
  const height = network.forkHeight!;
  if (chain.tip().height < height) await importBlocks(chain, path, onProgress, signal);
  if (chain.view.block(height)?.id !== id)
    throw new NodeError(
      `the folder continues another chain than ${path}: --fresh begins with the file, --data-dir names another folder`,
    );
}
