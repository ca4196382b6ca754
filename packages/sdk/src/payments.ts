/** Payments in the chain: waiting for one, watching those to an address. */
import type { ExplorerTransaction } from '@cairn/api/explorer';
import { parsePebbles } from '@cairn/protocol';
import type { ExplorerEventHandlers, ExplorerEvents } from '@cairn/api/unchecked';
import type { ExplorerApi } from './explorer-api.ts';
import { CairnError, isTemporary } from './errors.ts';

/** A transfer that is in a block. Amounts in pebbles. */
export interface Payment {
  /** Transaction ID. */
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly amount: bigint;
  readonly fee: bigint;
  readonly nonce: number;
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
  /** Milliseconds; forever by default. */
  readonly timeoutMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface WatchOptions {
  /** As for `waitFor`; 1 by default. */
  readonly confirmations?: number | undefined;
  /** First height whose payments count; by default only payments that are confirmed from now on. */
  readonly fromHeight?: number | undefined;
  /** Ends the loop with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/** Calls the listener whenever the chain may have changed. @returns a function that ends this */
type Subscribe = (listener: () => void) => () => void;

/** What is read here. */
export interface Chain {
  readonly api: ExplorerApi;
  readonly subscribe: Subscribe;
}

/** Blocks below the tip whose payments are looked at again. */
const WATCHED_DEPTH = 100;
/** Without a word of the event stream, which a proxy may hold back, the chain is looked at this often. */
const POLL_MS = 10_000;
const INDEX_POLL_MS = 200;
const PAGE = 100;

/** One event stream for all listeners, open while there are any. */
export function shareEvents(events: (handlers: ExplorerEventHandlers) => ExplorerEvents): Subscribe {
  const listeners = new Set<() => void>();
  const onChange = (): void => listeners.forEach((listener) => listener());
  let close = (): void => undefined;
  const open = (): void => {
    const stream = events({ onTip: onChange, onConnection: onChange });
    const timer = setInterval(onChange, POLL_MS);
    close = () => {
      stream.close();
      clearInterval(timer);
    };
  };
  return (listener) => {
    listeners.add(listener);
    if (listeners.size === 1) open();
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) close();
    };
  };
}

/** Yields now, and then whenever the chain may have changed. @throws the signal's reason */
async function* changes(
  { subscribe }: Chain,
  signal: AbortSignal | undefined,
): AsyncGenerator<void, never, undefined> {
  let wake = (): void => undefined;
  const onChange = (): void => wake();
  const unsubscribe = subscribe(onChange);
  signal?.addEventListener('abort', onChange);
  try {
    for (;;) {
      signal?.throwIfAborted();
      const changed = new Promise<void>((resolve) => (wake = resolve));
      yield;
      await changed;
    }
  } finally {
    unsubscribe();
    signal?.removeEventListener('abort', onChange);
  }
}

/** The result of a request; `undefined` if it fails for now. */
async function unlessBusy<Result>(request: Promise<Result>): Promise<Result | undefined> {
  try {
    return await request;
  } catch (error) {
    if (isTemporary(error)) return undefined;
    throw error;
  }
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

async function findPayment({ api }: Chain, txid: string): Promise<Payment | undefined> {
  try {
    return paymentOf(await api.getTransaction({ txid }));
  } catch (error) {
    if (error instanceof CairnError && error.code === 'transaction_not_found') return undefined;
    throw error;
  }
}

/** The ID of a transfer, or also its sender and nonce, so that a replaced one is noticed. */
export type Sought = string | { readonly id: string; readonly from: string; readonly nonce: number };

/** See `Cairn.waitFor`. */
export async function waitFor(
  chain: Chain,
  transfer: Sought,
  { confirmations = 1, timeoutMs, signal }: WaitOptions = {},
): Promise<Payment> {
  const { id } = typeof transfer === 'string' ? { id: transfer } : transfer;
  const timeout = timeoutMs === undefined ? undefined : AbortSignal.timeout(timeoutMs);
  const signals = [signal, timeout].filter((some) => some !== undefined);
  let replacedAt: number | undefined;
  try {
    for await (const _ of changes(chain, AbortSignal.any(signals))) {
      const found = await unlessBusy(look(chain, transfer));
      if (typeof found === 'object' && found.confirmations >= confirmations) return found;
      replacedAt = typeof found === 'number' ? (replacedAt ?? found) : undefined;
      if (replacedAt !== undefined && (found as number) - replacedAt + 1 >= confirmations)
        throw new CairnError('replaced', 'another transfer with its nonce is in the chain', { id });
    }
  } catch (error) {
    if (timeout === undefined || error !== timeout.reason) throw error;
    throw new CairnError('timeout', `fewer than ${confirmations} confirmations after ${timeoutMs} ms`, {
      id,
    });
  }
  throw new Error('unreachable: changes never end');
}

/** The transfer; the height of the tip if another one has its nonce; `undefined` if there is neither. */
async function look(chain: Chain, transfer: Sought): Promise<Payment | number | undefined> {
  if (typeof transfer === 'string') return await findPayment(chain, transfer);
  const { id, from, nonce } = transfer;
  const payment = await findPayment(chain, id);
  if (payment !== undefined) return payment;
  const { height } = await chain.api.status();
  if ((await chain.api.getAddress({ address: from })).nonce < nonce) return undefined;
  return (await findPayment(chain, id)) ?? height; // a block may have come between the first two requests
}

/** See `Cairn.watch`. */
export async function* watch(
  chain: Chain,
  address: string,
  { confirmations = 1, fromHeight, signal }: WatchOptions = {},
): AsyncGenerator<PaymentEvent, void, undefined> {
  const depth = Math.max(WATCHED_DEPTH, confirmations);
  let floor = fromHeight;
  let known = fromHeight === undefined ? undefined : new Map<string, Payment>();
  for await (const _ of changes(chain, signal)) {
    for (;;) {
      const read = await unlessBusy(readReceived(chain, address, floor, depth));
      if (read === undefined) break;
      const deep = new Map(
        read.payments
          .filter((payment) => payment.confirmations >= confirmations)
          .map((payment) => [payment.id, payment]),
      );
      const former = known ?? deep;
      known = deep;
      floor = Math.max(read.floor, read.height - depth);
      for (const payment of former.values())
        if (payment.blockHeight >= read.floor && !deep.has(payment.id)) yield { type: 'removed', payment };
      for (const payment of [...deep.values()].reverse())
        if (!former.has(payment.id)) yield { type: 'received', payment };
      // The index is a moment behind the chain whose new tip woke us.
      if ((await unlessBusy(chain.api.status()))?.tip_id === read.tip) break;
      signal?.throwIfAborted();
      await new Promise((resolve) => setTimeout(resolve, INDEX_POLL_MS));
    }
  }
}

/**
 * The payments to an address from a height on, the newest first, all of one tip.
 * @param floor lowest height; `undefined` for `depth` blocks below the tip
 */
async function readReceived({ api }: Chain, address: string, floor: number | undefined, depth: number) {
  for (;;) {
    const { indexed_height: height, indexed_block_id: tip } = (await api.getStats()).stats;
    const lowest = floor ?? height - depth;
    const payments: Payment[] = [];
    for (let offset = 0, isLast = false; !isLast; offset += PAGE) {
      const { items } = await api.listAddressTransactions({ address, direction: 'in', limit: PAGE, offset });
      for (const item of items.filter(({ block_height }) => block_height >= lowest))
        payments.push({ ...paymentOf(item), confirmations: height - item.block_height + 1 });
      isLast = items.length < PAGE || items.at(-1)!.block_height < lowest;
    }
    if ((await api.getStats()).stats.indexed_block_id === tip)
      return { height, tip, floor: lowest, payments };
  }
}
