import {
  ACCOUNT_ROOT_OFFSET,
  type AccountLookup,
  type AccountRecord,
  type AccountState,
  type Address,
  BLOCK_VERSION,
  type BlockHeader,
  BlockTransactions,
  bytesToHex,
  concatBytes,
  createCoinbase,
  encodeBlockHeader,
  encodeTransaction,
  hexToBytes,
  MAX_BLOCK_TRANSACTIONS,
  MAX_FUTURE_SECONDS,
  MAX_U64,
  medianTime,
  merkleRoot,
  subsidyAt,
  transactionIdBytes,
} from '@cairn/protocol';
import { accountRootAfter } from '../chain/block-validation.ts';
import type { BlockBase } from '../chain/chain-types.ts';
import type { PendingTransaction } from '../mempool/policy.ts';
import type { Turn } from '../runtime.ts';

/** Transfers that fit into a block together with its coinbase. */
const MAX_BLOCK_TRANSFERS = MAX_BLOCK_TRANSACTIONS - 1;

/** A block without its proof of work. */
export interface BlockTemplate {
  /** The header; its nonce is 0. */
  readonly header: BlockHeader;
  /** The coinbase first, 213 bytes each. */
  readonly transactions: readonly Uint8Array[];
}

/** What the next block should have. */
export interface BlockWishes {
  /** In the mempool's block order. */
  readonly candidates: Iterable<PendingTransaction>;
  /** Address of the reward. */
  readonly miner: Address;
  /** Unix seconds. */
  readonly now: number;
  /** Up to 96 bytes of the coinbase; zeros by default. */
  readonly extraNonce?: Uint8Array | undefined;
}

/**
 * Composes the next block: the coinbase with subsidy and fees, then the affordable candidates in order. Lets other events run
 * meanwhile.
 * @throws ClockBehindError
 */
export async function composeBlock(
  { network, rules, accounts }: BlockBase,
  { candidates, miner, now, extraNonce }: BlockWishes,
  turn: Turn,
): Promise<BlockTemplate> {
  const { parent, bits, lastTimestamps } = rules;
  const timestamp = nextTimestamp(lastTimestamps, now);
  const account = readOnce((address) => accounts.account(address));
  const isAffordable = createAffordabilityCheck(account);
  const transfers = Iterator.from(candidates).filter(isAffordable).take(MAX_BLOCK_TRANSFERS).toArray();
  await turn();
  const height = parent.height + 1;
  const value = transfers.reduce((sum, { transaction }) => sum + transaction.fee, subsidyAt(height));
  const coinbase = encodeTransaction(
    createCoinbase({ network, height, value, miner, ...(extraNonce && { extraNonce }) }),
  );
  const transactions = [coinbase, ...transfers.map(({ raw }) => raw)];
  const ids = transfers.map(({ id }) => hexToBytes(id));
  await turn();
  const block = {
    height,
    transactions: new BlockTransactions(concatBytes(...transactions)).readAll(),
    transactionIds: concatBytes(transactionIdBytes(coinbase), ...ids),
  };
  const root = await accountRootAfter(accounts, account, block, turn);
  coinbase.set(root, ACCOUNT_ROOT_OFFSET);
  await turn();
  const header = {
    version: BLOCK_VERSION,
    height,
    previousBlockId: parent.id,
    merkleRoot: bytesToHex(merkleRoot([transactionIdBytes(coinbase), ...ids])),
    miner,
    timestamp,
    bits,
    nonce: 0,
  };
  return { header, transactions };
}

/** A lookup that reads each account once: selection and account root ask for the same ones. */
function readOnce(lookup: AccountLookup): AccountLookup {
  const known = new Map<Address, AccountRecord | undefined>();
  return (address) => {
    if (!known.has(address)) known.set(address, lookup(address));
    return known.get(address);
  };
}

/** The bytes of a block with its nonce. */
export function sealBlock({ header, transactions }: BlockTemplate, nonce: number): Uint8Array {
  return concatBytes(encodeBlockHeader({ ...header, nonce }), ...transactions);
}

/**
 * Creates a check that is called with the candidates in order, and returns true for each that the block can include: it
 * has the sender's next nonce, the sender can pay it, and no balance exceeds 2^64 − 1 (PROTOCOL.md section 5, rule 6).
 * Once the check excludes a transaction, it also excludes the later transactions of that sender. Unlike the pool, it
 * counts amounts received within the block.
 * @param account confirmed state at the tip
 */
export function createAffordabilityCheck(
  account: (address: Address) => AccountState | undefined,
): (candidate: PendingTransaction) => boolean {
  const states = new Map<Address, AccountState>();
  const stateOf = (address: Address): AccountState =>
    states.get(address) ?? account(address) ?? { balance: 0n, nonce: 0 };
  return ({ transaction: { fromAddress, toAddress, nonce, value, fee } }) => {
    const sender = stateOf(fromAddress);
    if (nonce !== sender.nonce + 1 || value + fee > sender.balance) return false;
    const paid: AccountState = { balance: sender.balance - value - fee, nonce };
    const receiver = toAddress === fromAddress ? paid : stateOf(toAddress);
    if (receiver.balance + value > MAX_U64) return false;
    states.set(fromAddress, paid);
    states.set(toAddress, { ...receiver, balance: receiver.balance + value });
    return true;
  };
}

/** The median time of the chain is so far ahead of the clock that no timestamp is valid yet. */
class ClockBehindError extends Error {
  override readonly name = 'ClockBehindError';
  readonly code = 'clock_behind_chain';

  /** @param possibleAt Unix seconds: the message stays the same until then, so that it is logged once */
  constructor(possibleAt: number) {
    const time = new Date(possibleAt * 1_000).toISOString();
    super(
      `the newest blocks are dated so far ahead of this machine's clock that no block is valid before ${time}: correct the clock, or wait`,
    );
  }
}

/**
 * The timestamp of the next block, in Unix seconds: the clock's time, but at least one second after the median of the last
 * blocks (PROTOCOL.md section 5, rule 2).
 * @param lastTimestamps of the newest 11 blocks, or of all if there are fewer
 * @param now Unix seconds
 * @throws ClockBehindError if that is more than 7,200 s ahead of the clock
 */
function nextTimestamp(lastTimestamps: readonly number[], now: number): number {
  const earliest = medianTime(lastTimestamps) + 1;
  if (earliest > now + MAX_FUTURE_SECONDS) throw new ClockBehindError(earliest - MAX_FUTURE_SECONDS);
  return Math.max(now, earliest);
}
