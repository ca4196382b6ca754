import { decodeTransaction, encodeTransaction, type Transaction } from '@cairn/protocol';
import { ACCOUNTS, buildTestBlock, transfer } from '../../src/chain/test-support.ts';
import { minimumReplacementFee } from '../../src/mempool/policy.ts';
import type { Ledger } from './ledger.ts';
import { createRandom, type Random } from './random.ts';

/**
 * Operations of a process until it is killed.
 * - `append`: block after block.
 * - `step-back`: appends, and takes blocks off again.
 * - `pending`: submits and replaces transactions, and mines what is pending.
 */
export type Workload = 'append' | 'step-back' | 'pending';

/** One piece of work that is acknowledged as a whole, or not at all. */
export type Operation =
  | { readonly kind: 'genesis' }
  | { readonly kind: 'step-back' }
  | { readonly kind: 'append'; readonly raw: Uint8Array }
  | { readonly kind: 'submit'; readonly raws: readonly Uint8Array[] };

/** Accounts that send. */
const SENDERS = [1, 2, 3, 4, 5];
/** Far below the 64 that one sender may have, so that nothing is ever refused. */
const MOST_PENDING = 20;

/**
 * The operation with this number. It follows from the seed, the number and the confirmed and pending state alone: a
 * process that goes on after a crash and the twin that never saw one do the very same things.
 */
export function nextOperation(ledger: Ledger, workload: Workload, seed: number, index: number): Operation {
  const { chain, mempool } = ledger;
  const random = createRandom(seed, index);
  const height = chain.tip()?.height;
  if (height === undefined) return { kind: 'genesis' };
  if (workload === 'step-back' && height >= 2 && random.chance(0.45)) return { kind: 'step-back' };
  if (mempool !== undefined && random.chance(0.7))
    return { kind: 'submit', raws: submission(ledger, random) };
  const transfers = mempool === undefined ? newTransfers(ledger, random) : pendingTransfers(ledger, random);
  return { kind: 'append', raw: buildTestBlock(chain, transfers, { miner: random.integer(6, 10) }) };
}

/** Does it; resolves when it is acknowledged. */
export async function perform({ chain, mempool }: Ledger, operation: Operation): Promise<void> {
  if (operation.kind === 'genesis') await chain.initializeGenesis();
  else if (operation.kind === 'append') await chain.appendBlock(operation.raw);
  else if (operation.kind === 'step-back') await chain.stepBack();
  else {
    const admissions = await Promise.all(operation.raws.map((raw) => mempool!.submit(raw)));
    const refused = admissions.find(({ status }) => status === 'rejected');
    if (refused !== undefined) throw new Error(`a valid transaction was refused: ${JSON.stringify(refused)}`);
  }
}

/** Mostly a few, now and then so many that the block fills a file of its own. */
function newTransfers({ chain }: Ledger, random: Random): Transaction[] {
  const count = random.chance(0.1) ? random.integer(20, 60) : random.integer(0, 6);
  const nonces = new Map<number, number>();
  return Array.from({ length: count }, () => {
    const from = random.pick(SENDERS);
    const nonce = nonces.get(from) ?? (chain.account(ACCOUNTS[from]!.address)?.nonce ?? 0) + 1;
    nonces.set(from, nonce + 1);
    return randomTransfer(from, nonce, random);
  });
}

/** Some of what is pending, each sender's oldest first. */
function pendingTransfers({ mempool }: Ledger, random: Random): Transaction[] {
  return SENDERS.flatMap((from) => {
    const sequence = mempool!.pendingOutgoing(ACCOUNTS[from]!.address);
    return sequence.slice(0, random.integer(0, 8)).map(({ raw }) => decodeTransaction(raw));
  });
}

/** New transfers of one sender, or the replacement of one that waits. */
function submission({ chain, mempool }: Ledger, random: Random): Uint8Array[] {
  const from = random.pick(SENDERS);
  const { address } = ACCOUNTS[from]!;
  const waiting = mempool!.pendingOutgoing(address);
  if (waiting.length >= MOST_PENDING || (waiting.length > 0 && random.chance(0.2))) {
    const { nonce, fee } = random.pick(waiting).transaction;
    const better = { ...randomTransfer(from, nonce, random), fee: minimumReplacementFee(fee) };
    return [encodeTransaction(transfer({ from, to: 0, nonce, value: better.value, fee: better.fee }))];
  }
  const first = (chain.account(address)?.nonce ?? 0) + waiting.length + 1;
  return Array.from({ length: random.integer(1, 5) }, (_, step) =>
    encodeTransaction(randomTransfer(from, first + step, random)),
  );
}

function randomTransfer(from: number, nonce: number, random: Random): Transaction {
  const value = BigInt(random.integer(1, 100_000));
  return transfer({ from, to: random.integer(0, 10), nonce, value, fee: BigInt(random.integer(1, 1_000)) });
}
