/**
 * For tests only: what every route of the Explorer API answers, computed from the blocks in the most straightforward way. It is the
 * interface document, sections 2, 4.1 and 7.1, and API-DECISIONS as code, independent of the schemas and serializers.
 */
import {
  blockId,
  blockWork,
  bytesToHex,
  COINBASE_SENDER,
  decodeBlock,
  encodeTransaction,
  hexToBytes,
  isValidAddress,
  transactionId,
  verifyMerklePath,
} from '@cairn/protocol';
import { expect } from 'vitest';
import { DEVNET } from '@cairn/chain/test-support';
import { inOrder, ProjectionModel } from '../projection/model-test-support.ts';
import type { AddressOrder, HistoryOrder } from '@cairn/api/explorer';

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
    id: transactionId(encodeTransaction(one)),
    chain: one.chain,
    nonce: one.nonce,
    fee: String(one.fee),
    value: String(one.value),
    from_address: one.fromAddress,
    to_address: one.toAddress,
    unlock_sig: bytesToHex(one.unlockSig),
    block_height: header.height,
    block_id: id,
    block_timestamp: header.timestamp,
    transaction_index: index,
    is_coinbase: index === 0,
  }));
  return { raw, summary, items, emitted: coinbase.value - fees, work: blockWork(header.bits) };
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
      case 'features':
        return ok(expect.objectContaining({ api_version: 1 }));
      case 'listBlocks': {
        const below = this.#below(before);
        return ok(blockList(this.#confirmed(below), page, before, this.#blocks.length));
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
        const named = this.#items(address).some(
          (item) => item.block_height === height && item.transaction_index === index,
        );
        if (isReplica) return refused(503, 'proofs_unavailable');
        if (query['before'] !== undefined && !named) return refused(404, 'transaction_not_found');
        return ok(expect.objectContaining({ network, address, block_id: this.#tip.id }));
      }
      case 'listTransactions': {
        const { kind, order } = query;
        const found = this.#items()
          .filter((one) => kind === undefined || one.is_coinbase === (kind === 'coinbase'))
          .filter(isWithin(query));
        const ordered = inOrder(found, order as HistoryOrder, ({ value }) => BigInt(value));
        return ok({ network, ...pageOf(this.#confirmed(ordered), page) });
      }
      case 'listAddressTransactions': {
        const found = this.#items(address)
          .map((item) => ({ ...item, direction: directionOf(item, address) }))
          .filter(isWithin(query))
          .filter(({ is_coinbase: isCoinbase, direction }) => {
            if (query['direction'] === undefined) return true;
            return query['direction'] === (isCoinbase ? 'mined' : direction);
          });
        const ordered = inOrder(found, query['order'] as HistoryOrder, ({ value }) => BigInt(value));
        return ok({ network, ...tipId, address, ...pageOf(this.#confirmed(ordered), page) });
      }
      case 'listAddresses': {
        const { items, total } = await this.#index.addresses({
          ...page,
          order: query['order'] as AddressOrder,
        });
        return ok({ network, items, pagination: { ...page, count: items.length, total } });
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
        const [newest] = this.#blocks
          .map(({ summary }) => summary)
          .filter(({ timestamp }) => timestamp <= Number(time))
          .toSorted((a, b) => b.timestamp - a.timestamp || b.height - a.height);
        return newest === undefined
          ? refused(404, 'block_not_found')
          : ok({ network, block: this.#confirm(newest) });
      }
      case 'getFees':
        return ok(this.#fees());
      case 'getSeries':
        return ok(this.#series(query));
      case 'listMiners':
        return ok({ network, ...(await this.#index.miners(number('blocks'))) });
      case 'getMiner':
        return ok({ network, address, ...(await this.#index.miner(address)) });
      case 'listMinerBlocks': {
        const mined = ({ summary }: ModelBlock): boolean => summary.height > 0 && summary.miner === address;
        const below = this.#below(before).filter(({ height }) => mined(this.#blocks[height]!));
        const all = this.#blocks.filter(mined).length;
        return ok({ ...blockList(this.#confirmed(below), page, before, all), address });
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

  /** Transactions, all or those that name an address, newest first. */
  #items(address?: string): Item[] {
    return this.#blocks
      .flatMap(({ items }) => items)
      .filter(
        ({ from_address: from, to_address: to }) =>
          address === undefined || from === address || to === address,
      )
      .toReversed();
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

  async #stats() {
    const all = this.#items();
    const of = (isCoinbase: boolean, amount: 'fee' | 'value'): string =>
      String(sum(all.filter((one) => one.is_coinbase === isCoinbase).map((one) => BigInt(one[amount]))));
    return {
      network,
      chain_id: 3,
      indexed_height: this.#tip.height,
      indexed_block_id: this.#tip.id,
      blocks: this.#blocks.length,
      transactions: all.length,
      addresses: this.#index.allAddresses().length,
      total_fees: of(false, 'fee'),
      total_transferred: of(false, 'value'),
      total_rewards: of(true, 'value'),
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

  #series({ figure, step, from, count }: Call['query']) {
    const seconds = { hour: 3_600, day: 86_400, week: 604_800 }[step as 'hour' | 'day' | 'week'];
    const monday = seconds === 604_800 ? 345_600 : 0;
    const startOf = (time: number): number =>
      Math.max(monday, monday + Math.floor((time - monday) / seconds) * seconds);
    const mined = this.#blocks.slice(1);
    const starts = mined.map(({ summary }) => startOf(summary.timestamp));
    const [oldest, newest] = [Math.min(...starts), Math.max(...starts)];
    const asked = from === undefined ? newest - (Number(count) - 1) * seconds : startOf(Number(from));
    const first = Math.max(oldest, asked);
    const buckets = Math.max(0, Math.min(Number(count), (newest - first) / seconds + 1));
    const firstSeen = new Map(
      this.#items().flatMap((item) =>
        [item.from_address, item.to_address].map((address) => [address, item.block_height] as const),
      ),
    );
    firstSeen.delete(COINBASE_SENDER);
    const values = Array.from({ length: buckets }, (_, index) => {
      const start = first + index * seconds;
      const isBefore = (height: number): boolean => height === 0 || starts[height - 1]! < start + seconds;
      if (figure === 'supply')
        return String(
          sum(this.#blocks.filter((_one, height) => isBefore(height)).map(({ emitted }) => emitted)),
        );
      if (figure === 'addresses') return [...firstSeen.values()].filter(isBefore).length;
      return this.#figure(
        String(figure),
        mined.filter((_one, at) => starts[at] === start),
      );
    });
    const position = { from: first, indexed_height: this.#tip.height };
    return { network, figure, step_seconds: seconds, ...position, values };
  }

  /** A figure of the blocks in one bucket. */
  #figure(figure: string, blocks: readonly ModelBlock[]): string | number | null {
    const transfers = blocks.flatMap(({ items }) => items.slice(1));
    const spaced = blocks.filter(({ summary }) => summary.height > 1);
    const elapsed = spaced.reduce(
      (total, { summary }) => total + summary.timestamp - this.#blocks[summary.height - 1]!.summary.timestamp,
      0,
    );
    const work = Number(sum(blocks.map((block) => block.work))) / blocks.length;
    switch (figure) {
      case 'transactions':
        return blocks.length + transfers.length;
      case 'fees':
        return String(sum(transfers.map(({ fee }) => BigInt(fee))));
      case 'transferred':
        return String(sum(transfers.map(({ value }) => BigInt(value))));
      case 'size':
        return blocks.reduce((total, { raw }) => total + raw.length, 0);
      case 'difficulty':
        return blocks.length === 0 ? null : work;
      case 'block_interval':
        return spaced.length === 0 ? null : elapsed / spaced.length;
      default:
        return elapsed > 0 ? expectNumber((work * spaced.length) / elapsed) : null;
    }
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

function pageOf<One>(all: readonly One[], { limit, offset }: { limit: number; offset: number }) {
  const items = all.slice(offset, offset + limit);
  return { items, pagination: { limit, offset, count: items.length, total: all.length } };
}

/** A list of blocks; `total` counts those above the anchor too. */
function blockList<One extends { readonly height: number }>(
  all: readonly One[],
  page: { limit: number; offset: number },
  before: number | undefined,
  total: number,
) {
  const { items, pagination } = pageOf(all, page);
  const next = items.at(-1)?.height ?? before ?? 0;
  const anchors = { before_height: before ?? null, next_before_height: next };
  return { network, items, pagination: { ...pagination, total, ...anchors } };
}

function isWithin({ from_time: from = 0, to_time: to = Infinity }: Call['query']) {
  return ({ block_timestamp: time }: Item): boolean => Number(from) <= time && time <= Number(to);
}

function directionOf({ from_address: from, to_address: to }: Item, address: string): 'in' | 'out' | 'self' {
  if (from !== address) return 'in';
  return to === address ? 'self' : 'out';
}
