/** For tests only: what a projection must answer, computed from the blocks in the most straightforward way. */
import type { AddressSummary } from '@cairn/api/explorer';
import {
  blockId,
  bytesToHex,
  COINBASE_SENDER,
  decodeBlock,
  decodeTransaction,
  encodeTransaction,
  MAX_U64,
  TRANSACTION_SIZE,
  transactionId,
  type Transaction,
} from '@cairn/protocol';
import type { ChainTotals, Page, PageRequest, ProjectedTransaction } from './index.ts';
import type { ProjectionReader } from './projection-reader.ts';

/** A transaction as a test looks at it. */
export interface ModelTransaction {
  readonly id: string;
  readonly height: number;
  readonly index: number;
  readonly transaction: Transaction;
}

/** What a test asks, of a reader or of the model. */
export interface Legible {
  transactions(page: PageRequest): Promise<Page<ModelTransaction>>;
  addressTransactions(address: string, page: PageRequest): Promise<Page<ModelTransaction>>;
  addresses(page: PageRequest): Promise<Page<AddressSummary>>;
  totals(): Promise<ChainTotals | undefined>;
}

/** Everything that a reader can be asked, as lists and objects. */
export class ProjectionModel implements Legible {
  /** Newest first. */
  readonly #transactions: readonly ModelTransaction[];
  readonly #tip: { readonly height: number; readonly blockId: string } | undefined;

  /** @param blocks the bytes of the chain's blocks from genesis on */
  constructor(blocks: readonly Uint8Array[]) {
    this.#transactions = blocks.flatMap(transactionsOf).toReversed();
    const newest = blocks.at(-1);
    this.#tip = newest && { height: blocks.length - 1, blockId: blockId(newest) };
  }

  async transactions(page: PageRequest): Promise<Page<ModelTransaction>> {
    return pageOf(this.#transactions, page);
  }

  async addressTransactions(address: string, page: PageRequest): Promise<Page<ModelTransaction>> {
    return pageOf(this.#naming(address), page);
  }

  async addresses(page: PageRequest): Promise<Page<AddressSummary>> {
    const ranked = this.allAddresses().map((address) => this.#totalsOf(address));
    const compare = (a: AddressSummary, b: AddressSummary): number => {
      const difference = BigInt(b.balance) - BigInt(a.balance);
      if (difference !== 0n) return difference > 0n ? 1 : -1;
      return a.address < b.address ? -1 : 1;
    };
    return pageOf(ranked.toSorted(compare), page);
  }

  async totals(): Promise<ChainTotals | undefined> {
    if (this.#tip === undefined) return undefined;
    const isCoinbase = ({ transaction }: ModelTransaction): boolean =>
      transaction.fromAddress === COINBASE_SENDER;
    const transfers = this.#transactions.filter((one) => !isCoinbase(one));
    return {
      ...this.#tip,
      transactions: this.#transactions.length,
      addresses: this.allAddresses().length,
      fees: sum(transfers, 'fee'),
      transferred: sum(transfers, 'value'),
      rewards: sum(this.#transactions.filter(isCoinbase), 'value'),
    };
  }

  allAddresses(): string[] {
    const named = this.#transactions.flatMap(({ transaction }) => [
      transaction.fromAddress,
      transaction.toAddress,
    ]);
    return [...new Set(named)].filter((address) => address !== COINBASE_SENDER);
  }

  #naming(address: string): ModelTransaction[] {
    return this.#transactions.filter(
      ({ transaction }) => transaction.fromAddress === address || transaction.toAddress === address,
    );
  }

  #totalsOf(address: string): AddressSummary {
    const all = this.#naming(address);
    const outgoing = all.filter(({ transaction }) => transaction.fromAddress === address);
    const received = sum(
      all.filter(({ transaction }) => transaction.toAddress === address),
      'value',
    );
    const sent = sum(outgoing, 'value');
    const fees = sum(outgoing, 'fee');
    return {
      address,
      balance: String(BigInt(received) - BigInt(sent) - BigInt(fees)),
      nonce: outgoing[0]?.transaction.nonce ?? 0,
      total_received: atMost64Bits(received),
      total_sent: atMost64Bits(sent),
      total_fees: atMost64Bits(fees),
      transaction_count: all.length,
      first_seen_height: all.at(-1)!.height,
      last_seen_height: all[0]!.height,
    };
  }
}

function transactionsOf(raw: Uint8Array): ModelTransaction[] {
  const { header, transactions } = decodeBlock(raw);
  return transactions.map((transaction, index) => ({
    id: transactionId(encodeTransaction(transaction)),
    height: header.height,
    index,
    transaction,
  }));
}

function pageOf<Item>(all: readonly Item[], { offset, limit }: PageRequest): Page<Item> {
  return { items: all.slice(offset, offset + limit), total: all.length };
}

function sum(transactions: readonly ModelTransaction[], amount: 'fee' | 'value'): string {
  return String(transactions.reduce((total, { transaction }) => total + transaction[amount], 0n));
}

function atMost64Bits(amount: string): string {
  return BigInt(amount) > MAX_U64 ? String(MAX_U64) : amount;
}

/** A reader's answers as values that can be compared. */
export function legible(reader: ProjectionReader): Legible {
  const decoded = ({ items, total }: Page<ProjectedTransaction>): Page<ModelTransaction> => ({
    items: items.map(decodeProjected),
    total,
  });
  return {
    transactions: async (page) => decoded(await reader.transactions(page)),
    addressTransactions: async (address, page) => decoded(await reader.addressTransactions(address, page)),
    addresses: async (page) => {
      const { items, count, total } = await reader.addresses(page);
      const lines = JSON.parse(`[${items}]`) as AddressSummary[];
      if (lines.length !== count) throw new Error(`${count} lines were announced, ${lines.length} came`);
      return { items: lines, total };
    },
    totals: async () => reader.totals(),
  };
}

function decodeProjected({ height, index, bytes, at }: ProjectedTransaction): ModelTransaction {
  const id = bytesToHex(bytes.subarray(at, at + 32));
  const raw = Uint8Array.from(bytes.subarray(at + 32, at + 32 + TRANSACTION_SIZE));
  return { id, height, index, transaction: decodeTransaction(raw) };
}

/** Everything that is answered about these addresses, in pages of this size. */
export async function readEverything(
  asked: Legible,
  addresses: readonly string[],
  limit = 100,
): Promise<unknown> {
  const histories: Record<string, unknown> = {};
  for (const address of addresses) {
    histories[address] = await allPages((page) => asked.addressTransactions(address, page), limit);
  }
  return {
    transactions: await allPages((page) => asked.transactions(page), limit),
    addresses: await allPages((page) => asked.addresses(page), limit),
    totals: await asked.totals(),
    histories,
  };
}

/** Pages until one is empty. */
async function allPages<Item>(
  read: (page: PageRequest) => Promise<Page<Item>>,
  limit: number,
): Promise<Page<Item>[]> {
  const pages: Page<Item>[] = [];
  for (let offset = 0; ; offset += limit) {
    const page = await read({ offset, limit });
    pages.push(page);
    if (page.items.length === 0) return pages;
  }
}
