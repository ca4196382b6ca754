import { randomBytes } from 'node:crypto';
import {
  type Address,
  blockIdBytes,
  encodeBlockHeader,
  encodeTransaction,
  HEADER_NONCE_OFFSET,
  medianTime,
  meetsTarget,
  signTransaction,
  type TransactionBody,
  transactionId,
} from '@cairn/protocol';
import { developmentAccounts, type DevelopmentAccount } from '@cairn/protocol/development-accounts';
import { writeU32 } from '@cairn/protocol/layout';
import type { Chain } from '../chain/chain.ts';
import type { StoredBlockSummary } from '../chain/chain-reader.ts';
import type { PendingTransaction } from '../mempool/policy.ts';
import { spendableAfter } from '../mempool/policy.ts';
import { composeBlock, sealBlock } from '../miner/block-template.ts';

/** Length of a coinbase's extra nonce in bytes. */
const EXTRA_NONCE_SIZE = 128;

export interface InstantBlock {
  readonly candidates: readonly PendingTransaction[];
  /** Address that gets the reward. */
  readonly to: Address;
  /** Unix seconds; raised to the earliest that the median rule allows. */
  readonly timestamp: number;
  /** True for a random extra nonce, so that the block differs from every other with the same contents. */
  readonly isUnique?: boolean;
}

/**
 * Mines one block on the tip and commits it. On average every second nonce meets devnet's target, so a search in this thread
 * takes a few microseconds, less than a message to another thread and back.
 */
export async function mineInstantly(
  chain: Chain,
  { candidates, to, timestamp, isUnique = false }: InstantBlock,
): Promise<StoredBlockSummary> {
  const extraNonce = isUnique ? uniqueExtraNonce() : undefined;
  const template = await composeBlock(chain, candidates, to, timestamp, extraNonce);
  const header = encodeBlockHeader(template.header);
  for (let nonce = 0; ; nonce += 1) {
    writeU32(header, HEADER_NONCE_OFFSET, nonce);
    if (meetsTarget(blockIdBytes(header), template.header.bits)) {
      return chain.appendBlock(sealBlock(template, nonce));
    }
  }
}

function uniqueExtraNonce(): Uint8Array {
  const bytes = new Uint8Array(EXTRA_NONCE_SIZE);
  bytes.set(randomBytes(16));
  return bytes;
}

/** First Unix second that the median rule allows for the next block (PROTOCOL.md section 5, rule 2). */
export function earliestTimestamp(chain: Chain): number {
  return medianTime(chain.nextBlockRules().lastTimestamps) + 1;
}

/** A signed transfer from a public development account, and the sender's pending transactions before it. */
export interface Funding {
  readonly transfer: PendingTransaction;
  readonly before: readonly PendingTransaction[];
}

const FUNDING_FEE = 1n;

/**
 * Signs a transfer from the richest development account that can pay, preferring accounts without pending transactions.
 * @param pendingOf returns a sender's pending transactions
 * @returns `undefined` if no account can pay
 */
export function signFunding(
  chain: Chain,
  pendingOf: (address: Address) => readonly PendingTransaction[],
  { toAddress, value, now }: { readonly toAddress: Address; readonly value: bigint; readonly now: number },
): Funding | undefined {
  const payers = developmentAccounts(chain.network)
    .filter(({ address }) => address !== toAddress)
    .map((account) => payerOf(chain, account, pendingOf(account.address)))
    .filter(({ left }) => left >= value + FUNDING_FEE)
    .toSorted((one, other) => (other.left > one.left ? 1 : -1));
  const payer = payers.find(({ before }) => before.length === 0) ?? payers[0];
  if (payer === undefined) return undefined;
  const { account, nonce, before } = payer;
  const body: TransactionBody = {
    chain: chain.network.chainId,
    nonce,
    fee: FUNDING_FEE,
    value,
    fromAddress: account.address,
    toAddress,
  };
  const raw = encodeTransaction(signTransaction(body, account.privateKey));
  return { transfer: { id: transactionId(raw), transaction: body, raw, receivedAt: now }, before };
}

interface Payer {
  readonly account: DevelopmentAccount;
  readonly nonce: number;
  /** Pebbles left after the pending transactions. */
  readonly left: bigint;
  readonly before: readonly PendingTransaction[];
}

function payerOf(chain: Chain, account: DevelopmentAccount, before: readonly PendingTransaction[]): Payer {
  const { balance, nonce } = chain.account(account.address) ?? { balance: 0n, nonce: 0 };
  const spent = before.map(({ transaction }) => transaction);
  const left = spendableAfter(balance, spent) ?? 0n;
  return { account, nonce: nonce + before.length + 1, left, before };
}
