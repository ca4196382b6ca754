import {
  decodeTransaction,
  encodeTransaction,
  minimumReplacementFee,
  type Transaction,
} from '@cairn/protocol';
import { ACCOUNTS, buildTestBlock, stepBack, transfer } from '../../src/chain/test-support.ts';
import type { Stores } from './stores.ts';
import { createRandom, type Random } from '../random.ts';

/**
 * What a process does until it is killed.
 * - `append`: appends blocks
 * - `step-back`: appends blocks and steps back
 * - `pending`: submits, replaces and mines transactions
 */
export type Workload = 'append' | 'step-back' | 'pending';

/** One operation, which is acknowledged completely or not at all. */
export type Operation =
  | { readonly kind: 'step-back' }
  | { readonly kind: 'append'; readonly raw: Uint8Array }
  | { readonly kind: 'submit'; readonly raws: readonly Uint8Array[] };

/** Accounts that send. */
const SENDERS = [1, 2, 3, 4, 5];
/** Far below the limit of 64 per sender, so that nothing is rejected. */
const MAX_PENDING = 20;

/**
 * The operation with a number. It depends only on the seed, the number, and the confirmed and pending state, so that
 * the twin and a process that continues after a kill perform the same operations.
 */
export function nextOperation(stores: Stores, workload: Workload, seed: number, index: number): Operation {
  const { chain, mempool } = stores;
  const random = createRandom(seed, index);
  if (workload === 'step-back' && chain.tip().height >= 2 && random.chance(0.45))
    return { kind: 'step-back' };
  if (mempool !== undefined && random.chance(0.7))
    return { kind: 'submit', raws: transfersToSubmit(stores, random) };
  const transfers = mempool === undefined ? newTransfers(stores, random) : pendingTransfers(stores, random);
  return { kind: 'append', raw: buildTestBlock(chain, transfers, { miner: random.integer(6, 10) }) };
}

/** Performs an operation; resolves when it is acknowledged. */
export async function perform({ chain, mempool }: Stores, operation: Operation): Promise<void> {
  if (operation.kind === 'append') await chain.appendBlock(operation.raw);
  else if (operation.kind === 'step-back') await stepBack(chain);
  else {
    const admissions = await Promise.all(operation.raws.map((raw) => mempool!.submit(raw)));
    const refused = admissions.find(({ status }) => status === 'rejected');
    if (refused !== undefined) throw new Error(`a valid transaction was refused: ${JSON.stringify(refused)}`);
  }
}

/** Mostly a few transfers, sometimes so many that the block fills its own file. */
function newTransfers({ chain }: Stores, random: Random): Transaction[] {
  const count = random.chance(0.1) ? random.integer(20, 60) : random.integer(0, 6);
  const nonces = new Map<number, number>();
  return Array.from({ length: count }, () => {
    const from = random.pick(SENDERS);
    const nonce = nonces.get(from) ?? (chain.view.account(ACCOUNTS[from]!.address)?.nonce ?? 0) + 1;
    nonces.set(from, nonce + 1);
    return randomTransfer(from, nonce, random);
  });
}

/** Some pending transfers, each sender's oldest first. */
function pendingTransfers({ mempool }: Stores, random: Random): Transaction[] {
  return SENDERS.flatMap((from) => {
    const sequence = mempool!.pendingOutgoing(ACCOUNTS[from]!.address);
    return sequence.slice(0, random.integer(0, 8)).map(({ raw }) => decodeTransaction(raw));
  });
}

/** New transfers of one sender, or a replacement of a pending one. */
function transfersToSubmit({ chain, mempool }: Stores, random: Random): Uint8Array[] {
  const from = random.pick(SENDERS);
  const { address } = ACCOUNTS[from]!;
  const pending = mempool!.pendingOutgoing(address);
  if (pending.length >= MAX_PENDING || (pending.length > 0 && random.chance(0.2))) {
    const { nonce, fee } = random.pick(pending).transaction;
    const better = { ...randomTransfer(from, nonce, random), fee: minimumReplacementFee(fee) };
    return [encodeTransaction(transfer({ from, to: 0, nonce, value: better.value, fee: better.fee }))];
  }
  const first = (chain.view.account(address)?.nonce ?? 0) + pending.length + 1;
  return Array.from({ length: random.integer(1, 5) }, (_, step) =>
    encodeTransaction(randomTransfer(from, first + step, random)),
  );
}

function randomTransfer(from: number, nonce: number, random: Random): Transaction {
  const value = BigInt(random.integer(1, 100_000));
  return transfer({ from, to: random.integer(0, 10), nonce, value, fee: BigInt(random.integer(1, 1_000)) });
}
