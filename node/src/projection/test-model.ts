/** For tests only: what a projection must answer, computed from the blocks in the most straightforward way. */
import type { AddressSummary } from '@cairn/api/explorer';
import {
  blockId,
  COINBASE_SENDER,
  decodeBlock,
  encodeTransaction,
  MAX_U64,
  transactionId,
} from '@cairn/protocol';
import type { ConfirmedTransaction } from '../chain/chain-reader.ts';
import type { ChainTotals, Page, PageRequest, ProjectionReader } from './index.ts';

/** Everything that a reader can be asked, as lists and objects. */
export class ProjectionModel implements ProjectionReader {
  /** Newest first. */
  readonly #transactions: readonly ConfirmedTransaction[];
  readonly #tip: { readonly height: number; readonly blockId: string } | undefined;

  /** @param blocks the bytes of the chain's blocks from genesis on */
  constructor(blocks: readonly Uint8Array[]) {
    this.#transactions = blocks.flatMap(transactionsOf).toReversed();
    const newest = blocks.at(-1);
    this.#tip = newest && { height: blocks.length - 1, blockId: blockId(newest) };
  }

  async transactions(page: PageRequest): Promise<Page<ConfirmedTransaction>> {
    return pageOf(this.#transactions, page);
  }

  async addressTransactions(address: string, page: PageRequest): Promise<Page<ConfirmedTransaction>> {
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
    const isCoinbase = ({ transaction }: ConfirmedTransaction): boolean =>
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

  #naming(address: string): ConfirmedTransaction[] {
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

function transactionsOf(raw: Uint8Array): ConfirmedTransaction[] {
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

function sum(transactions: readonly ConfirmedTransaction[], amount: 'fee' | 'value'): string {
  return String(transactions.reduce((total, { transaction }) => total + transaction[amount], 0n));
}

function atMost64Bits(amount: string): string {
  return BigInt(amount) > MAX_U64 ? String(MAX_U64) : amount;
}

/** Everything that is answered about these addresses, in pages of this size. */
export async function readEverything(
  asked: ProjectionReader,
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
