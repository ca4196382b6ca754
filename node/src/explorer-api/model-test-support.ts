/**
 * For tests only: what every route of the Explorer API answers, computed from the blocks in the most straightforward way; what the
 * index selects and sums comes from its model. It is the interface document, sections 2, 4.1 and 7.1, and API-DECISIONS as code,
 * independent of the schemas and serializers.
 */
import { VERSION } from '@cairn/http/version';
import {
  blockId,
  bytesToHex,
  decodeBlock,
  hexToBytes,
  isValidAddress,
  verifyMerklePath,
} from '@cairn/protocol';
import { expect } from 'vitest';
import { DEVNET } from '@cairn/chain/test-support';
import { modelTransaction, ProjectionModel } from '../projection/model-test-support.ts';
import type { AddressOrder } from '@cairn/api/explorer';
import type { ListedTransaction } from '@cairn/chain';
import {
  type FeedRequest,
  type HistoryRequest,
  type MinerBlocksRequest,
  SERIES_STEPS,
  type SeriesRequest,
  type SeriesRow,
} from '@cairn/chain/projection';

/** A status with its body: JSON with matchers, or bytes. */
export interface Expected {
  readonly status: number;
  readonly body: unknown;
}

/** Path parameters as text, and query parameters as values, with their defaults. */
export interface Call {
  readonly path: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, number | string | undefined>>;
}

const network = 'devnet';
const U32 = 4_294_967_295;
const SENTENCE = expect.stringMatching(/^[A-Z].+\.$/) as unknown;
const ok = (body: unknown): Expected => ({ status: 200, body });
const refused = (status: number, error: string): Expected => ({ status, body: { error, message: SENTENCE } });
const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((total, amount) => total + amount, 0n);

/** A block as in section 2.2, its transactions as in section 2.3, newest tip aside. */
function modelBlock(raw: Uint8Array) {
  const { header, transactions } = decodeBlock(raw);
  const id = blockId(raw);
  const coinbase = transactions[0]!;
  const fees = sum(transactions.slice(1).map(({ fee }) => fee));
  const summary = {
    height: header.height,
    prev_block_hash: header.previousBlockId,
    miner: header.miner,
    id,
    nonce: header.nonce,
    version: header.version,
    timestamp: header.timestamp,
    bits: header.bits.toString(16).padStart(8, '0'),
    merkle_root: header.merkleRoot,
    transaction_count: transactions.length,
    size_bytes: 118 + 213 * transactions.length,
    total_fees: String(fees),
    reward: String(coinbase.value),
  };
  const items = transactions.map((one, index) => ({
    ...modelTransaction(one),
    unlock_sig: bytesToHex(one.unlockSig),
    block_height: header.height,
    block_id: id,
    block_timestamp: header.timestamp,
    transaction_index: index,
    is_coinbase: index === 0,
  }));
  return { raw, summary, items };
}
type ModelBlock = ReturnType<typeof modelBlock>;
type Item = ModelBlock['items'][number];

export class ExplorerModel {
  readonly #blocks: readonly ModelBlock[];
  readonly #index: ProjectionModel;
  readonly #tip: { readonly height: number; readonly id: string };

  /** @param blocks the bytes of the chain's blocks from genesis on */
  constructor(blocks: readonly Uint8Array[]) {
    this.#blocks = blocks.map(modelBlock);
    this.#index = new ProjectionModel(blocks);
    this.#tip = this.#blocks.at(-1)!.summary;
  }

  /** The blocks, from genesis on. */
  get blocks() {
    return this.#blocks.map(({ summary, items }) => ({
      ...summary,
      transactions: items.map(({ id }) => id),
    }));
  }

  /** @param operation its `operationId` @param isReplica without proofs */
  async answer(operation: string, { path, query }: Call, isReplica = false): Promise<Expected> {
    const number = (name: string): number => query[name] as number;
    const { height_or_hash: reference, txid, address = '', time = '', prefix = '' } = path;
    const page = { limit: number('limit'), offset: number('offset') };
    const before = query['before_height'] as number | undefined;
    const tipId = { tip_id: this.#tip.id };
    if ('address' in path && !isValidAddress(address, DEVNET)) return refused(400, 'invalid_address');
    switch (operation) {
      case 'health':
        return ok({ ok: true, network, chain_id: 3, api_version: 1 });
      case 'status':
        return ok(expect.objectContaining({ ...tipId, height: this.#tip.height, node_version: VERSION }));
      case 'features':
        return ok(expect.objectContaining({ api_version: 1 }));
      case 'listBlocks': {
        const below = this.#below(before);
        const { items } = pageOf(this.#confirmed(below), page);
        return ok(blockList(items, page, before, this.#blocks.length));
      }
      case 'getBlock':
        return this.#ofBlock(reference!, ({ summary }) => ({ network, block: this.#confirm(summary) }));
      case 'listBlockTransactions':
        return this.#ofBlock(reference!, ({ summary, items }) => ({
          network,
          block: { height: summary.height, id: summary.id },
          ...pageOf(this.#confirmed(items), page),
        }));
      case 'getRawBlock':
        return this.#ofBlock(reference!, ({ raw }) => Buffer.from(raw));
      case 'getHeaders': {
        const wanted = this.#blocks.slice(number('from'), number('from') + number('count'));
        return ok(Buffer.concat(wanted.map(({ raw }) => raw.subarray(0, 118))));
      }
      case 'listStaleBlocks':
        return ok({ network, items: [] });
      case 'getTransaction':
        return this.#ofTransaction(txid!, (item) => ({ network, ...tipId, ...this.#confirm(item) }));
      case 'getTransactionProof':
        return this.#ofTransaction(txid!, (item) => this.#proof(item));
      case 'getAddress': {
        const own = (await this.#index.addressRank(address))?.summary;
        const state = { exists: own !== undefined, balance: own?.balance ?? '0', nonce: own?.nonce ?? 0 };
        return ok({ network, ...tipId, address, ...state });
      }
      case 'getAddressProof': {
        const [height, index] = String(query['before']).split('-').map(Number);
        const item = this.#blocks[height!]?.items[index!];
        const named = item !== undefined && [item.from_address, item.to_address].includes(address);
        if (isReplica) return refused(503, 'proofs_unavailable');
        if (query['before'] !== undefined && !named) return refused(404, 'transaction_not_found');
        return ok(expect.objectContaining({ network, address, block_id: this.#tip.id }));
      }
      case 'listTransactions': {
        const { items, total } = await this.#index.transactions(query as unknown as FeedRequest);
        return ok({ network, ...listOf(this.#confirmed(this.#itemsOf(items)), page, total) });
      }
      case 'listAddressTransactions': {
        const request = query as unknown as HistoryRequest;
        const { items, total } = await this.#index.addressTransactions(address, request);
        return ok({ network, ...tipId, address, ...listOf(this.#historyOf(address, items), page, total) });
      }
      case 'getAddressTotals': {
        const { tip: _tip, ...totals } = await this.#index.addressTotals(address, query);
        const [largest_in = null, largest_out = null] = [totals.largest_in, totals.largest_out].map(
          (one) => one && this.#historyOf(address, [one])[0],
        );
        const { from_time = null, to_time = null } = query;
        return ok({ network, address, from_time, to_time, ...totals, largest_in, largest_out });
      }
      case 'listAddresses': {
        const order = query['order'] as AddressOrder;
        const { items, total } = await this.#index.addresses({ ...page, order });
        return ok({ network, ...listOf(items, page, total) });
      }
      case 'getAddressRank': {
        const found = await this.#index.addressRank(address);
        if (found === undefined) return refused(404, 'address_not_found');
        return ok({ network, ...tipId, rank: found.rank, total: found.total, ...found.summary });
      }
      case 'getStats':
        return ok({ network, stats: await this.#stats() });
      case 'getBlockAt': {
        if (!/^[0-9]+$/.test(time) || Number(time) > U32) return refused(400, 'invalid_time');
        const newest = await this.#index.blockAt(Number(time));
        return newest === undefined
          ? refused(404, 'block_not_found')
          : ok({ network, block: this.#confirm(this.#blocks[newest.height]!.summary) });
      }
      case 'getFees':
        return ok(this.#fees());
      case 'getSeries':
        return ok(await this.#series(query as unknown as SeriesRequest));
      case 'listMiners':
        return ok({ network, ...(await this.#index.miners(number('blocks'))) });
      case 'getMiner':
        return ok({ network, address, ...(await this.#index.miner(address)) });
      case 'listMinerBlocks': {
        const request = query as unknown as MinerBlocksRequest;
        const { items, total } = await this.#index.minerBlocks(address, request);
        const found = items.map(({ height }) => this.#blocks[height]!.summary);
        return ok({ ...blockList(this.#confirmed(found), page, before, total), address });
      }
      case 'search':
        return this.#search(prefix);
      default:
        throw new Error(`the model of the Explorer API lacks ${operation}`);
    }
  }

  /** Adds `confirmations`, the depth below the tip (section 8). */
  #confirm<One extends { readonly height: number } | { readonly block_height: number }>(one: One) {
    const height = 'height' in one ? one.height : one.block_height;
    return { ...one, confirmations: this.#tip.height - height + 1 };
  }

  #confirmed<One extends { readonly height: number } | { readonly block_height: number }>(
    all: readonly One[],
  ) {
    return all.map((one) => this.#confirm(one));
  }

  /** All transactions, newest first. */
  #items(): Item[] {
    return this.#blocks.flatMap(({ items }) => items).toReversed();
  }

  #itemsOf(listed: readonly ListedTransaction[]): Item[] {
    return listed.map(({ height, index }) => this.#blocks[height]!.items[index]!);
  }

  #historyOf(address: string, listed: readonly ListedTransaction[]) {
    const items = this.#itemsOf(listed).map((item) => ({ ...item, direction: directionOf(item, address) }));
    return this.#confirmed(items);
  }

  /** Blocks below an anchor, newest first. */
  #below(before = Infinity) {
    return this.#blocks
      .map(({ summary }) => summary)
      .filter(({ height }) => height < before)
      .toReversed();
  }

  #ofBlock(reference: string, body: (block: ModelBlock) => unknown): Expected {
    const isHash = /^[0-9a-fA-F]{64}$/.test(reference);
    if (!isHash && (!/^[0-9]+$/.test(reference) || Number(reference) > U32))
      return refused(400, 'invalid_block_reference');
    const block = isHash
      ? this.#blocks.find(({ summary }) => summary.id === reference.toLowerCase())
      : this.#blocks[Number(reference)];
    return block === undefined ? refused(404, 'block_not_found') : ok(body(block));
  }

  #ofTransaction(id: string, body: (item: Item) => unknown): Expected {
    if (!/^[0-9a-fA-F]{64}$/.test(id)) return refused(400, 'invalid_transaction_id');
    const item = this.#items().find((one) => one.id === id.toLowerCase());
    return item === undefined ? refused(404, 'transaction_not_found') : ok(body(item));
  }

  #proof(item: Item) {
    const { summary, items } = this.#blocks[item.block_height]!;
    const proves = (path: string[]): boolean =>
      verifyMerklePath({
        leaf: hexToBytes(item.id),
        index: item.transaction_index,
        size: items.length,
        path: path.map(hexToBytes),
        root: hexToBytes(summary.merkle_root),
      });
    return {
      network,
      id: item.id,
      block_height: item.block_height,
      block_id: item.block_id,
      transaction_index: item.transaction_index,
      merkle_root: summary.merkle_root,
      path: expect.toSatisfy(proves) as unknown,
    };
  }

  /** The totals of the index, under the names of the interface. */
  async #stats() {
    const { height, block_id, transactions, addresses, fees, transferred, rewards } =
      (await this.#index.totals())!;
    return {
      network,
      chain_id: 3,
      indexed_height: height,
      indexed_block_id: block_id,
      blocks: height + 1,
      transactions,
      addresses,
      total_fees: fees,
      total_transferred: transferred,
      total_rewards: rewards,
    };
  }

  /** Percentiles of the fees in the newest 20 blocks with transfers. */
  #fees() {
    const sampled = this.#blocks
      .slice(1)
      .filter(({ items }) => items.length > 1)
      .slice(-20);
    const fees = sampled
      .flatMap(({ items }) => items.slice(1).map(({ fee }) => Number(fee)))
      .toSorted((a, b) => a - b);
    const at = (share: number): string => String(fees[Math.ceil(share * fees.length) - 1] ?? 1);
    return { next_block: at(0.9), few_blocks: at(0.5), economy: at(0.1), sampled_blocks: sampled.length };
  }

  async #series(request: SeriesRequest) {
    const { figure } = request;
    const { height, from, count, rows, supply, addresses } = (await this.#index.series(request))!;
    const step = SERIES_STEPS[request.step];
    const buckets = Array.from({ length: count }, (_, at) =>
      rows.find(({ start }) => start === from + at * step),
    );
    const values = buckets.map((row, at) => {
      const later = buckets.slice(at + 1).filter((one) => one !== undefined);
      if (figure === 'supply') return String(supply - sum(later.map(({ emitted }) => BigInt(emitted))));
      if (figure === 'addresses') return later.reduce((left, one) => left - one.addresses, addresses);
      return figureOf(figure, row);
    });
    return { network, figure, step_seconds: step, from, indexed_height: height, values };
  }

  #search(prefix: string): Expected {
    const isId = /^[0-9a-fA-F]{6,64}$/.test(prefix);
    const isAddress = /^[1-9A-HJ-NP-Za-km-z]{6,34}$/.test(prefix);
    if (!isId && !isAddress) return refused(400, 'invalid_prefix');
    const matches = (id: string): boolean => isId && id.startsWith(prefix.toLowerCase());
    const five = <One extends { readonly id: string }>(all: readonly One[]): One[] =>
      all
        .filter(({ id }) => matches(id))
        .toSorted((a, b) => (a.id < b.id ? -1 : 1))
        .slice(0, 5);
    const blocks = five(this.#blocks.map(({ summary: { id, height } }) => ({ id, height })));
    const transactions = five(this.#items().map(({ id, block_height }) => ({ id, block_height })));
    const addresses = this.#index.allAddresses().filter((one) => isAddress && one.startsWith(prefix));
    return ok({ network, blocks, transactions, addresses: addresses.toSorted().slice(0, 5) });
  }
}

/** A quotient, which the order of divisions rounds. */
const expectNumber = (value: number): number => expect.closeTo(value, 9) as number;

/** A figure of the blocks in one bucket. */
function figureOf(figure: string, row?: SeriesRow): string | number | null {
  const { blocks, transactions, fees, transferred, intervals, interval_seconds: elapsed } = row ?? NO_BLOCKS;
  const work = Number(row?.work) / blocks;
  switch (figure) {
    case 'transactions':
      return transactions;
    case 'fees':
      return fees;
    case 'transferred':
      return transferred;
    case 'size':
      return 118 * blocks + 213 * transactions;
    case 'difficulty':
      return blocks === 0 ? null : work;
    case 'block_interval':
      return intervals === 0 ? null : elapsed / intervals;
    default:
      return elapsed > 0 ? expectNumber((work * intervals) / elapsed) : null;
  }
}
const NO_BLOCKS = {
  blocks: 0,
  transactions: 0,
  fees: '0',
  transferred: '0',
  intervals: 0,
  interval_seconds: 0,
};

interface PageRequest {
  readonly limit: number;
  readonly offset: number;
}

/** A page of a list, whose items were selected. */
function listOf<One>(items: readonly One[], { limit, offset }: PageRequest, total: number) {
  return { items, pagination: { limit, offset, count: items.length, total } };
}

function pageOf<One>(all: readonly One[], page: PageRequest) {
  return listOf(all.slice(page.offset, page.offset + page.limit), page, all.length);
}

/** A page of a list of blocks; `total` counts those above the anchor too. */
function blockList<One extends { readonly height: number }>(
  items: readonly One[],
  page: PageRequest,
  before: number | undefined,
  total: number,
) {
  const { pagination } = listOf(items, page, total);
  const next = items.at(-1)?.height ?? before ?? 0;
  const anchors = { before_height: before ?? null, next_before_height: next };
  return { network, items, pagination: { ...pagination, ...anchors } };
}

function directionOf({ from_address: from, to_address: to }: Item, address: string): 'in' | 'out' | 'self' {
  if (from !== address) return 'in';
  return to === address ? 'self' : 'out';
}
