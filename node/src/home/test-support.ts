/** For tests only: real chains in temporary directories. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HEADER_NONCE_OFFSET, HEADER_SIZE } from '@cairn/protocol';
import { readU32, writeU32 } from '@cairn/protocol/layout';
import { Chain, type ChainOptions } from '@cairn/chain';
import { RECORD_HEADER_SIZE } from '@cairn/chain/storage';
import { DEVNET, findNonce } from '@cairn/chain/test-support';
import { pino, type Logger } from 'pino';
import { openDataDirectory, type DataDirectory } from './data-directory.ts';
import { nodeHome } from './node-home.ts';

export interface TestChain extends AsyncDisposable {
  readonly chain: Chain;
  readonly dataDirectory: DataDirectory;
  /** Closes the chain and releases the directory's lock; the files stay. */
  close(): Promise<void>;
  /** Closes, then removes the files. */
  remove(): Promise<void>;
}

export interface TestChainOptions extends Pick<ChainOptions, 'onFatal'> {
  /** An existing directory to open again; a new temporary one by default. */
  readonly path?: string;
  /** Unix seconds now. */
  readonly clock?: () => number;
  readonly maxBlockFileSize?: number;
  /** Silent by default. */
  readonly logger?: Logger;
}

/** Opens a real devnet chain. */
export async function openTestChain(options: TestChainOptions = {}): Promise<TestChain> {
  const path = options.path ?? mkdtempSync(join(tmpdir(), 'cairn-chain-'));
  const dataDirectory = openDataDirectory(path, DEVNET);
  const chain = await Chain.open({
    home: nodeHome(dataDirectory, options.maxBlockFileSize),
    network: DEVNET,
    logger: options.logger ?? pino({ level: 'silent' }),
    clock: options.clock ?? (() => Math.floor(Date.now() / 1_000)),
    onFatal: options.onFatal,
  }).catch((error: unknown) => {
    dataDirectory.close();
    throw error;
  });
  const close = async (): Promise<void> => {
    await chain.close();
    dataDirectory.close();
  };
  const remove = async (): Promise<void> => {
    await close();
    rmSync(path, { recursive: true, force: true });
  };
  return { chain, dataDirectory, close, remove, [Symbol.asyncDispose]: remove };
}

/** A block file of devnet whose genesis block has another nonce, and enough work. */
export function withOtherGenesis(blockFile: Uint8Array): Uint8Array {
  const bytes = Uint8Array.from(blockFile);
  const header = bytes.subarray(RECORD_HEADER_SIZE, RECORD_HEADER_SIZE + HEADER_SIZE);
  const next = readU32(header, HEADER_NONCE_OFFSET) + 1;
  writeU32(header, HEADER_NONCE_OFFSET, findNonce(header, next));
  return bytes;
}
