/** For tests only: real chains in temporary directories, and blocks for them. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  applyTransactions,
  blockIdBytes,
  BlockTransactions,
  bytesToHex,
  concatBytes,
  ConsensusError,
  createCoinbase,
  encodeBlock,
  encodeTransaction,
  getNetwork,
  HEADER_NONCE_OFFSET,
  HEADER_SIZE,
  isCoinbase,
  meetsTarget,
  merkleRoot,
  ProtocolError,
  signTransaction,
  subsidyAt,
  transactionIdBytes,
  type Block,
  type Transaction,
  type TreeLimits,
} from '@cairn/protocol';
import { developmentAccounts } from '@cairn/protocol/development-accounts';
import { withChanges } from '@cairn/http/test-support';
import { readU32, writeU32 } from '@cairn/protocol/layout';
import { pino, type Logger } from 'pino';
import { RECORD_HEADER_SIZE } from '../storage/block-log.ts';
import { openDataDirectory, type DataDirectory } from '../storage/data-directory.ts';
import { BLOCKS, LEFT, TIP } from '../storage/layout.ts';
import { Chain } from './chain.ts';
import { nodeHome } from './node-home.ts';
import type { ChainView } from './chain-view.ts';
import type { ChangeLimits, StepListener } from './chain-types.ts';
import type { StoredBlockSummary } from './chain-types.ts';

export const DEVNET = getNetwork('devnet');
/** The ten development accounts on devnet. */
export const ACCOUNTS = developmentAccounts(DEVNET);

export interface TestChain extends AsyncDisposable {
  readonly chain: Chain;
  readonly dataDirectory: DataDirectory;
  /** Closes the chain and releases the directory's lock; the files stay. */
  close(): Promise<void>;
  /** Closes, then removes the files. */
  remove(): Promise<void>;
}

export interface TestChainOptions {
  /** An existing directory to open again; a new temporary one by default. */
  readonly path?: string;
  /** Unix seconds now. */
  readonly clock?: () => number;
  readonly maxBlockFileSize?: number;
  /** Limits of side branches. */
  readonly treeLimits?: TreeLimits | undefined;
  /** What one write holds. */
  readonly changeLimits?: ChangeLimits | undefined;
  /** Silent by default. */
  readonly logger?: Logger;
  readonly onFatal?: ((error: Error) => void) | undefined;
  readonly onCommitStep?: StepListener | undefined;
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
    treeLimits: options.treeLimits,
    changeLimits: options.changeLimits,
    onCommitStep: options.onCommitStep,
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

/** A signed devnet transfer between two development accounts. */
export function transfer(options: {
  from: number;
  to: number;
  nonce: number;
  value?: bigint;
  fee?: bigint;
}): Transaction {
  const sender = ACCOUNTS[options.from]!;
  return signTransaction(
    {
      chain: DEVNET.chainId,
      nonce: options.nonce,
      fee: options.fee ?? 1n,
      value: options.value ?? 1_000n,
      fromAddress: sender.address,
      toAddress: ACCOUNTS[options.to]!.address,
    },
    sender.privateKey,
  );
}

export interface TestBlockOptions {
  /** Index of the development account that mines; 9 by default. */
  readonly miner?: number;
  /** Unix seconds; one minute after the parent by default. */
  readonly timestamp?: number;
  /** Changes the block before its nonce is searched; the Merkle root is computed after it. */
  readonly alter?: (block: Block) => Block;
}

/** A valid next block with these transfers, not appended. Its default timestamp depends on the chain alone. */
export function buildTestBlock(
  chain: Chain,
  transactions: readonly Transaction[] = [],
  options: TestBlockOptions = {},
): Uint8Array {
  const { parent, bits, lastTimestamps } = chain.nextBlockRules();
  const height = parent.height + 1;
  const miner = ACCOUNTS[options.miner ?? 9]!.address;
  const fees = transactions.reduce((sum, { fee }) => sum + fee, 0n);
  const coinbase = createCoinbase({ network: DEVNET, height, value: subsidyAt(height) + fees, miner });
  const plain: Block = {
    header: {
      version: 1,
      height,
      previousBlockId: parent.id,
      merkleRoot: '0'.repeat(64),
      miner,
      timestamp: options.timestamp ?? lastTimestamps.at(-1)! + 60,
      bits,
      nonce: 0,
    },
    transactions: [coinbase, ...transactions],
  };
  const altered = options.alter === undefined ? plain : options.alter(plain);
  return seal(withAccountRoot(chain, altered));
}

/** The block with the account root after it, unless it has another one, or is not valid on top of the chain. */
function withAccountRoot(chain: Chain, block: Block): Block {
  const [coinbase, ...transfers] = block.transactions;
  if (coinbase === undefined || !isCoinbase(coinbase) || coinbase.unlockSig.some((byte) => byte !== 0))
    return block;
  const { accounts } = chain.view;
  const raws = block.transactions.map(encodeTransaction);
  const apply = () =>
    applyTransactions(
      {
        height: block.header.height,
        transactions: new BlockTransactions(concatBytes(...raws)).readAll(),
        transactionIds: concatBytes(...raws.map(transactionIdBytes)),
      },
      (address) => accounts.account(address),
    );
  let after: ReturnType<typeof apply>['after'];
  try {
    ({ after } = apply());
  } catch (error) {
    if (error instanceof ConsensusError || error instanceof ProtocolError) return block;
    throw error;
  }
  const { tree } = accounts.tree.with(after, accounts);
  const unlockSig = Uint8Array.of(...tree.root, ...coinbase.unlockSig.subarray(tree.root.length));
  return { ...block, transactions: [{ ...coinbase, unlockSig }, ...transfers] };
}

/** Encodes a block with a valid proof of work, and the right Merkle root unless one was set. */
function seal(block: Block): Uint8Array {
  const ids = block.transactions.map((transaction) => transactionIdBytes(encodeTransaction(transaction)));
  const isSet = !/^0+$/.test(block.header.merkleRoot);
  const header = {
    ...block.header,
    merkleRoot: isSet ? block.header.merkleRoot : bytesToHex(merkleRoot(ids)),
  };
  const raw = encodeBlock({ ...block, header });
  writeU32(raw, HEADER_NONCE_OFFSET, findNonce(raw.subarray(0, HEADER_SIZE)));
  return raw;
}

/** The first nonce of at least `from` with which a header has the work of a devnet block. */
export function findNonce(header: Uint8Array, from = 0): number {
  const bytes = Uint8Array.from(header);
  for (let nonce = from; ; nonce += 1) {
    writeU32(bytes, HEADER_NONCE_OFFSET, nonce);
    if (meetsTarget(blockIdBytes(bytes), DEVNET.proofOfWorkLimitBits!)) return nonce;
  }
}

/** Builds the next block and appends it. */
export function mineTestBlock(
  chain: Chain,
  transactions: readonly Transaction[] = [],
  options: TestBlockOptions = {},
): Promise<StoredBlockSummary> {
  return chain.appendBlock(buildTestBlock(chain, transactions, options));
}

/**
 * Mines blocks on a chain of their own.
 * @param contents the development account that mines each block; or the transfers of each, which account 3 mines
 * @param on the blocks above genesis below them
 * @returns the new blocks
 */
export async function mineBranch(
  contents: readonly (number | readonly Transaction[])[],
  on: readonly Uint8Array[] = [],
): Promise<Uint8Array[]> {
  await using test = await openTestChain();
  const { chain } = test;
  for (const raw of on) await chain.appendBlock(raw);
  const blocks: Uint8Array[] = [];
  for (const each of contents) {
    const [miner, transfers] = typeof each === 'number' ? [each, []] : [3, each];
    blocks.push(buildTestBlock(chain, transfers, { miner }));
    await chain.appendBlock(blocks.at(-1)!);
  }
  return blocks;
}

/** A chain with changes to its views, also to those that are held. */
export function withViewChanges(chain: Chain, changesOf: (view: ChainView) => Partial<ChainView>): Chain {
  const changed = <View extends ChainView>(view: View): View =>
    withChanges<ChainView>(view, { ...changesOf(view), hold: () => changed(view.hold()) }) as View;
  return withChanges(chain, {
    get view() {
      return changed(chain.view);
    },
  });
}

/** Disconnects the newest blocks, and forgets them. */
export function stepBack(chain: Chain, blocks = 1): Promise<void> {
  return chain.replaceAbove(chain.tip().height - blocks, async () => undefined);
}

/**
 * Every entry of a chain's index as a line of text, for comparing two chains. Where blocks are in the files, and which ones have left
 * the chain, is left out: it differs with the history of a node.
 */
export async function dumpIndex(chain: Chain): Promise<string[]> {
  const lines: string[] = [];
  for await (const [key, row] of chain.indexEntries()) {
    if (LEFT.has(key)) continue;
    const value = BLOCKS.has(key)
      ? BLOCKS.encode({ ...BLOCKS.decode(row), file: 0, offset: 0 })
      : TIP.has(key)
        ? TIP.encode({ ...TIP.decode(row), endFile: 0, endOffset: 0 })
        : row;
    lines.push(`${bytesToHex(key)} ${bytesToHex(value)}`);
  }
  return lines;
}

/** A block file of devnet whose genesis block has another nonce, and enough work. */
export function withOtherGenesis(blockFile: Uint8Array): Uint8Array {
  const bytes = Uint8Array.from(blockFile);
  const header = bytes.subarray(RECORD_HEADER_SIZE, RECORD_HEADER_SIZE + HEADER_SIZE);
  const next = readU32(header, HEADER_NONCE_OFFSET) + 1;
  writeU32(header, HEADER_NONCE_OFFSET, findNonce(header, next));
  return bytes;
}
