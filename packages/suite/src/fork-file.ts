/** The file of `cairn export`, of which `--fork` begins a devnet. */
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
import { readRecordHeader, RECORD_HEADER_SIZE } from '@cairn/chain/storage';
import { InvalidArgumentError } from 'commander';

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
 * @throws InvalidArgumentError unless it is a chain from its genesis block on
 */
export function readForkFile(path: string): ForkFile {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(path, 'r');
    return { path, ...readHeads(descriptor) };
  } catch (error) {
    throw new InvalidArgumentError(`${path} is no file of cairn export: ${(error as Error).message}`);
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
