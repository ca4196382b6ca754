/** For tests only: real chains in memory, and blocks for them. */
import { randomBytes } from 'node:crypto';
import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises';
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
} from '@cairn/protocol';
import { developmentAccounts } from '@cairn/protocol/development-accounts';
import { withChanges } from '@cairn/http/test-support';
import { writeU32 } from '@cairn/protocol/layout';
import { BLOCKS, LEFT, TIP } from './storage/layout.ts';
import { Chain } from './chain/chain.ts';
import type { ChainView } from './chain/chain-view.ts';
import type { ChainOptions, StoredBlockSummary } from './chain/chain-types.ts';
import { memoryHome, type MemoryHome } from './memory/memory-home.ts';
import type { Log, Runtime } from './runtime.ts';

export { seededDraw } from './seeded-random.ts';

export const DEVNET = getNetwork('devnet');
/** The ten development accounts on devnet. */
export const ACCOUNTS = developmentAccounts(DEVNET);

/** Time and chance of this process. */
export const runtime: Runtime = {
  now: Date.now,
  sleep: async (milliseconds, signal) => {
    await wait(milliseconds, undefined, signal && { signal }).catch(() => undefined); // ended by the signal
  },
  turn: () => turn(),
  random: (size) => randomBytes(size),
};

const ignore = (): void => undefined;
export const SILENT: Log = { debug: ignore, info: ignore, warn: ignore, error: ignore };

export interface TestChain extends AsyncDisposable {
  readonly chain: Chain;
  /** Where its stores are: open it again to go on with them. */
  readonly home: MemoryHome;
  close(): Promise<void>;
}

export interface TestChainOptions extends Partial<Omit<ChainOptions, 'home' | 'network'>> {
  /** A home with a chain that is closed; a new one by default. */
  readonly home?: MemoryHome;
}

/** Opens a real devnet chain in memory. */
export async function openTestChain(options: TestChainOptions = {}): Promise<TestChain> {
  const { home = memoryHome(runtime) } = options;
  const clock = (): number => Math.floor(Date.now() / 1_000);
  const chain = await Chain.open({ logger: SILENT, clock, ...options, home, network: DEVNET });
  const close = (): Promise<void> => chain.close();
  return { chain, home, close, [Symbol.asyncDispose]: close };
}

/** Flips a bit of the block log; a second time repairs it. A log in memory gives out the bytes that it has. */
export async function damage(home: MemoryHome, offset: number): Promise<void> {
  const log = await home.openLog(DEVNET);
  const bytes = log.readSync({ file: 0, offset }, 1);
  bytes[0]! ^= 1;
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

/** The bytes of every block of a chain, from genesis on. */
export async function blocksOf({ chain: { view } }: { readonly chain: Chain }): Promise<Uint8Array[]> {
  const heights = Array.from({ length: view.tip.height + 1 }, (_, height) => height);
  return Promise.all(heights.map(async (height) => (await view.rawBlock(height))!));
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
