import {
  createUncheckedExplorerClient,
  type ExplorerEventHandlers,
  type ExplorerEvents,
  openUncheckedExplorerEvents,
} from '@cairn/api/unchecked';
import { getNetwork, type NetworkName, parsePebbles } from '@cairn/protocol';
import { coded } from './errors.ts';
import { eventSourceOver } from './event-source.ts';
import type { ExplorerApi } from './explorer-api.ts';
import {
  type Payment,
  type PaymentEvent,
  shareEvents,
  type Sought,
  waitFor,
  type WaitOptions,
  watch,
  type WatchOptions,
} from './payments.ts';

/** Where a node's private RPC is, which takes transfers. Never give it to a web page. */
export interface RpcAddress {
  /** Origin, such as `http://127.0.0.1:28444`. */
  readonly url: string;
  /** Bearer token: the content of the node's `rpc.token`. */
  readonly token: string;
}

export interface CairnOptions {
  /** `devnet` by default. */
  readonly network?: NetworkName | undefined;
  /** Origin of an Explorer API; by default the network's port on this machine. */
  readonly api?: string | undefined;
  /** Needed to send. */
  readonly rpc?: RpcAddress | undefined;
  /** Instead of the platform's `fetch`. */
  readonly fetch?: typeof globalThis.fetch | undefined;
}

/** A chain, as one node shows it. */
export interface Cairn {
  readonly network: NetworkName;
  /** Every route of the Explorer API. */
  readonly api: ExplorerApi;
  readonly rpc: RpcAddress | undefined;
  /** Instead of the platform's. */
  readonly fetch: typeof globalThis.fetch | undefined;
  /**
   * Confirmed balance of an address in pebbles; 0 for one that was never paid.
   * @throws CairnError `invalid_address`, and those of every request
   */
  getBalance(address: string): Promise<bigint>;
  /**
   * Waits until a transfer has enough confirmations, through reorganizations and while the node does not answer.
   * @param transfer its ID, or what `send` returned: then a replaced transfer ends the wait
   * @throws CairnError `replaced` once another transfer with its nonce has these confirmations, `timeout`,
   *   `invalid_transaction_id`
   * @example
   * const { blockHeight } = await cairn.waitFor(transfer, { confirmations: 6 });
   */
  waitFor(transfer: Sought, options?: WaitOptions): Promise<Payment>;
  /**
   * Payments to an address, oldest first, each once it has enough confirmations; and those that a reorganization of at most 100 blocks
   * took away again. Needs the node's index. Mined coins and transfers to itself are no payments.
   * @throws CairnError `invalid_address`, `explorer_index_disabled`
   * @example
   * for await (const { type, payment } of cairn.watch(address, { confirmations: 6 })) {
   *   console.log(type, formatCoins(payment.amount), payment.from);
   * }
   */
  watch(address: string, options?: WatchOptions): AsyncGenerator<PaymentEvent, void, undefined>;
  /**
   * Follows new blocks and reorganizations, in browsers and Node. A broken stream is opened again and resumes after the last event.
   * @param handlers and `lastHeight`, the height of the last block that the caller has
   * @example
   * const events = cairn.events({ onTip: ({ height, id }) => console.log(height, id) });
   * events.close();
   */
  events(handlers: ExplorerEventHandlers & { readonly lastHeight?: number }): ExplorerEvents;
}

/**
 * A chain, as one node shows it. What the server says is not verified.
 * @example
 * const cairn = createCairn(); // the devnet of this machine
 * const balance = await cairn.getBalance('dLhCHA22XoXSswtB78TF1rxQgv3MZQ2iJ3');
 * console.log(formatCoins(balance), 'CRN');
 */
export function createCairn(options: CairnOptions = {}): Cairn {
  const { network = 'devnet', rpc, fetch } = options;
  const { api: baseUrl = `http://127.0.0.1:${getNetwork(network).ports.explorer}` } = options;
  const api = codedMethods(createUncheckedExplorerClient({ baseUrl, fetch }));
  const events: Cairn['events'] = (handlers) =>
    openUncheckedExplorerEvents({
      baseUrl,
      EventSource: globalThis.EventSource ?? eventSourceOver(fetch ?? globalThis.fetch),
      ...handlers,
    });
  const chain = { api, subscribe: shareEvents(events) };
  return {
    network,
    api,
    rpc,
    fetch,
    getBalance: async (address) => parsePebbles((await api.getAddress({ address })).balance),
    waitFor: (transfer, waitOptions) => waitFor(chain, transfer, waitOptions),
    watch: (address, watchOptions) => watch(chain, address, watchOptions),
    events,
  };
}

/** A client whose methods reject with a `CairnError`. */
function codedMethods(client: ExplorerApi): ExplorerApi {
  const methods = Object.entries(client).map(([id, method]) => [
    id,
    (...call: unknown[]) => coded((method as (...call: unknown[]) => Promise<unknown>)(...call)),
  ]);
  return Object.fromEntries(methods) as ExplorerApi;
}
