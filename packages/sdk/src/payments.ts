/** Payments in the chain: waiting for one, watching those to an address. */
import type { ExplorerClient, ExplorerTransaction } from '@cairn/api/explorer';
import { ApiError, type ExplorerEventHandlers, type ExplorerEvents } from '@cairn/api/unchecked';
import { parsePebbles } from '@cairn/protocol';
import { CairnError, unlessBusy } from './errors.ts';
import type { Transfer } from './transfer-store.ts';

/** A transfer that is in a block. */
export interface Payment extends Transfer {
  readonly blockId: string;
  readonly blockHeight: number;
  /** Time of the block, as its miner wrote it. */
  readonly time: Date;
  /** Blocks from its own to the newest one. */
  readonly confirmations: number;
}

/**
 * `received`: the payment has as many confirmations as asked for. `removed`: it no longer has, because the chain was reorganized; it is
 * `received` again if a later block has it.
 */
export interface PaymentEvent {
  readonly type: 'received' | 'removed';
  readonly payment: Payment;
}

export interface WaitOptions {
  /** Blocks from the transfer's own to the newest one; 1 by default. */
  readonly confirmations?: number | undefined;
  /** Ends the wait with the signal's reason: `AbortSignal.timeout(60_000)`. */
  readonly signal?: AbortSignal | undefined;
}

export interface WatchOptions extends WaitOptions {
  /** First height whose payments count; by default only payments that are confirmed from now on. */
  readonly fromHeight?: number | undefined;
}

/**
 * Yields now, and then whenever the chain may have changed: a function that makes it yield again in a second, for a server that had no
 * answer yet. @throws the signal's reason
 */
export type Changes = (signal: AbortSignal | undefined) => AsyncGenerator<() => void, never, undefined>;

/** Without a word of the event stream, which a proxy may hold back, the chain is looked at this often. */
const POLL_MS = 10_000;
/** A server that is busy is asked again after this time: the index needs a moment after each reorganization. */
const BUSY_MS = 1_000;
/** The index is a moment behind a new tip. */
const INDEX_POLL_MS = 200;
/** Blocks below the tip whose payments are looked at again. */
const WATCHED_DEPTH = 100;
const PAGE = 100;

/** One event stream for all who wait for a change, open while somebody does: browsers allow a server six connections. */
export function shareEvents(events: (handlers: ExplorerEventHandlers) => ExplorerEvents): Changes {
  const waiting = new Set<() => void>();
  const wakeAll = (): void => waiting.forEach((wake) => wake());
  let close = (): void => undefined;
  const open = (): void => {
    const stream = events({ onTip: wakeAll, onConnection: wakeAll });
    const timer = setInterval(wakeAll, POLL_MS);
    close = () => {
      stream.close();
      clearInterval(timer);
    };
  };
  return async function* changes(signal) {
    let wakeMe = (): void => undefined;
    const wake = (): void => wakeMe();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const wakeSoon = (): void => {
      clearTimeout(timer);
      timer = setTimeout(wake, BUSY_MS);
    };
    if (waiting.size === 0) open();
    waiting.add(wake);
    signal?.addEventListener('abort', wake);
    try {
      for (;;) {
        signal?.throwIfAborted();
        const changed = new Promise<void>((resolve) => (wakeMe = resolve));
        yield wakeSoon;
        await changed;
      }
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', wake);
      waiting.delete(wake);
      if (waiting.size === 0) close();
    }
  };
}

function paymentOf(item: Omit<ExplorerTransaction, 'direction'>): Payment {
  return {
    id: item.id,
    from: item.from_address,
    to: item.to_address,
    amount: parsePebbles(item.value),
    fee: parsePebbles(item.fee),
    nonce: item.nonce,
    blockId: item.block_id,
    blockHeight: item.block_height,
    time: new Date(item.block_timestamp * 1_000),
    confirmations: item.confirmations,
  };
}

/** The ID of a transfer, or also its sender and nonce, so that a replaced one is noticed. */
export type Sought = string | { readonly id: string; readonly from: string; readonly nonce: number };

/** See `Cairn.waitFor`. */
export async function waitFor(
  api: ExplorerClient,
  changes: Changes,
  sought: Sought,
  { confirmations = 1, signal }: WaitOptions = {},
): Promise<Payment> {
  requireConfirmations(confirmations);
  let takenAt: number | undefined;
  for await (const lookAgain of changes(signal)) {
    const found = await unlessBusy(look(api, sought), lookAgain);
    if (typeof found === 'object' && found.confirmations >= confirmations) return found;
    takenAt = typeof found === 'number' ? (takenAt ?? found) : undefined;
    if (takenAt !== undefined && (found as number) - takenAt + 1 >= confirmations)
      throw new CairnError('replaced', 'another transfer with its nonce is in the chain', {
        id: (sought as { id: string }).id,
      });
  }
  throw new Error('unreachable: changes never end');
}

/** Without a number of blocks a payment would never have enough. */
function requireConfirmations(confirmations: number): void {
  if (!(confirmations >= 1))
    throw new RangeError(`confirmations is ${confirmations}; it takes a number from 1 on`);
}

/** The payment; the height of the tip if another one has its nonce; `undefined` if there is neither. */
async function look(api: ExplorerClient, sought: Sought): Promise<Payment | number | undefined> {
  const { id, ...sender } = typeof sought === 'string' ? { id: sought } : sought;
  // Read first: a block that comes between the requests has the transfer.
  const height =
    'from' in sender && (await api.getAddress({ address: sender.from })).nonce >= sender.nonce
      ? (await api.status()).height
      : undefined;
  try {
    return paymentOf(await api.getTransaction({ txid: id }));
  } catch (error) {
    if (error instanceof ApiError && error.code === 'transaction_not_found') return height;
    throw error;
  }
}

/** See `Cairn.watch`. */
export async function* watch(
  api: ExplorerClient,
  changes: Changes,
  address: string,
  { confirmations = 1, fromHeight, signal }: WatchOptions = {},
): AsyncGenerator<PaymentEvent, void, undefined> {
  requireConfirmations(confirmations);
  const depth = Math.max(WATCHED_DEPTH, confirmations);
  let floor = fromHeight;
  let known = fromHeight === undefined ? undefined : new Map<string, Payment>();
  for await (const lookAgain of changes(signal)) {
    const read = await unlessBusy(readReceived(api, address, floor, depth, signal), lookAgain);
    if (read === undefined) continue;
    const { lowest, payments } = read;
    const deep = payments.filter((payment) => payment.confirmations >= confirmations);
    const now = new Map(deep.map((payment) => [payment.id, payment]));
    const before = known ?? now;
    known = now;
    floor = Math.max(lowest, read.height - depth);
    for (const payment of before.values())
      if (payment.blockHeight >= lowest && !now.has(payment.id)) yield { type: 'removed', payment };
    for (const payment of deep.reverse()) if (!before.has(payment.id)) yield { type: 'received', payment };
  }
}

/**
 * The payments to an address from a height on, the newest first, all of the chain's present tip.
 * @param floor lowest height; `undefined` for `depth` blocks below the tip
 */
async function readReceived(
  api: ExplorerClient,
  address: string,
  floor: number | undefined,
  depth: number,
  signal: AbortSignal | undefined,
) {
  for (;;) {
    const { height, tip_id: tip } = await api.status();
    const lowest = floor ?? height - depth;
    const payments: Payment[] = [];
    for (;;) {
      const page = { address, direction: 'in', limit: PAGE, offset: payments.length } as const;
      const { items, tip_id } = await api.listAddressTransactions(page);
      if (tip_id !== tip) break; // the index is a moment behind, or the chain has changed
      const recent = items.filter(({ block_height }) => block_height >= lowest);
      payments.push(...recent.map(paymentOf));
      if (recent.length < PAGE) return { height, lowest, payments };
    }
    signal?.throwIfAborted();
    await new Promise((resolve) => setTimeout(resolve, INDEX_POLL_MS));
  }
}
