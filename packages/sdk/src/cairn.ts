import type { ExplorerClient } from '@cairn/api/explorer';
import {
  createUncheckedExplorerClient,
  type ExplorerEventHandlers,
  type ExplorerEvents,
  openUncheckedExplorerEvents,
} from '@cairn/api/unchecked';
import { getNetwork, type Network, type NetworkName, parsePebbles } from '@cairn/protocol';
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

export interface CairnOptions {
  /** `devnet` by default. */
  readonly network?: NetworkName | undefined;
  /** Origin of an Explorer API; by default the network's port on this machine. */
  readonly api?: string | undefined;
  /** Needed to send. */
  readonly rpc?: RpcAddress | undefined;
}

/** Where a node's private RPC is, which takes transfers. Never give it to a web page. */
export interface RpcAddress {
  /** Origin, such as `http://127.0.0.1:28444`. */
  readonly url: string;
  /** Bearer token: the content of the node's `rpc.token`. */
  readonly token: string;
}

/** A chain, as one node shows it. */
export interface Cairn {
  readonly network: NetworkName;
  readonly rpc: RpcAddress | undefined;
  /** Every route of the Explorer API. Amounts are decimal strings of pebbles. */
  readonly api: ExplorerClient;
  /**
   * Confirmed balance of an address in pebbles; 0 for one that was never paid.
   * @throws ApiError `invalid_address`
   */
  getBalance(address: string): Promise<bigint>;
  /**
   * Waits until a transfer has enough confirmations, through reorganizations and while the node does not answer.
   * @param transfer its ID, or what `send` returned: then a replaced transfer ends the wait
   * @throws RangeError for less than one confirmation; CairnError `replaced` once another transfer with its nonce has these confirmations; ApiError `invalid_transaction_id`;
   *   the signal's reason
   * @example
   * const { blockHeight } = await cairn.waitFor(transfer, { confirmations: 6 });
   */
  waitFor(transfer: Sought, options?: WaitOptions): Promise<Payment>;
  /**
   * Payments to an address, oldest first, each once it has enough confirmations; and those that a reorganization of at most 100 blocks
   * took away again. Needs the node's index. Mined coins and transfers to itself are no payments.
   * @throws RangeError for less than one confirmation; ApiError `invalid_address`, `explorer_index_disabled`; the signal's reason
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
 * @throws TypeError for a network that there is none of
 * @example
 * const cairn = createCairn(); // the devnet of this machine
 * const balance = await cairn.getBalance('dLhCHA22XoXSswtB78TF1rxQgv3MZQ2iJ3');
 * console.log(formatCoins(balance), 'CRN');
 */
export function createCairn(options: CairnOptions = {}): Cairn {
  const { network = 'devnet', rpc } = options;
  const known: Network | undefined = getNetwork(network);
  if (known === undefined) throw new TypeError(`there is no network "${network as string}"`);
  const { api: baseUrl = `http://127.0.0.1:${known.ports.explorer}` } = options;
  const api = createUncheckedExplorerClient({ baseUrl });
  const events: Cairn['events'] = (handlers) => openUncheckedExplorerEvents({ baseUrl, ...handlers });
  const changes = shareEvents(events);
  return {
    network,
    rpc,
    api,
    getBalance: async (address) => parsePebbles((await api.getAddress({ address })).balance),
    waitFor: (transfer, waitOptions) => waitFor(api, changes, transfer, waitOptions),
    watch: (address, watchOptions) => watch(api, changes, address, watchOptions),
    events,
  };
}
