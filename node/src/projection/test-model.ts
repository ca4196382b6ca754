/** For tests only: what a projection must answer, computed from the blocks in the most straightforward way. */
import {
  blockId,
  bytesToHex,
  COINBASE_SENDER,
  decodeBlock,
  encodeTransaction,
  transactionId,
} from '@cairn/protocol';
import type { AddressTotals, ChainTotals, Page, PageRequest, ProjectedTransaction } from './index.ts';
import type { ProjectionReader } from './projection-reader.ts';

/** Everything that a reader can be asked, as lists and objects. */
export class ProjectionModel implements ProjectionReader {
  /** Newest first. */
  readonly #transactions: readonly ProjectedTransaction[];
  readonly #blocks: number;

  /** @param blocks the bytes of the chain's blocks from genesis on */
  constructor(blocks: readonly Uint8Array[]) {
    this.#transactions = blocks.flatMap(transactionsOf).toReversed();
    this.#blocks = blocks.length;
  }

  transactions(page: PageRequest): Page<ProjectedTransaction> {
    return pageOf(this.#transactions, page);
  }

  addressTransactions(address: string, page: PageRequest): Page<ProjectedTransaction> {
    return pageOf(this.#naming(address), page);
  }

  addresses(page: PageRequest): Page<AddressTotals> {
    const ranked = this.allAddresses().map((address) => this.#totalsOf(address));
    const compare = (a: AddressTotals, b: AddressTotals): number => {
      const difference = BigInt(b.balance) - BigInt(a.balance);
      if (difference !== 0n) return difference > 0n ? 1 : -1;
      return a.address < b.address ? -1 : 1;
    };
    return pageOf(ranked.toSorted(compare), page);
  }

  totals(): ChainTotals | undefined {
    const [newest] = this.#transactions;
    if (newest === undefined) return undefined;
    const transfers = this.#transactions.filter(({ fromAddress }) => fromAddress !== COINBASE_SENDER);
    const coinbases = this.#transactions.filter(({ fromAddress }) => fromAddress === COINBASE_SENDER);
    return {
      height: this.#blocks - 1,
      blockId: newest.blockId,
      transactions: this.#transactions.length,
      addresses: this.allAddresses().length,
      fees: sum(transfers, 'fee'),
      transferred: sum(transfers, 'value'),
      rewards: sum(coinbases, 'value'),
    };
  }

  allAddresses(): string[] {
    const named = this.#transactions.flatMap(({ fromAddress, toAddress }) => [fromAddress, toAddress]);
    return [...new Set(named)].filter((address) => address !== COINBASE_SENDER);
  }

  #naming(address: string): ProjectedTransaction[] {
    return this.#transactions.filter(
      ({ fromAddress, toAddress }) => fromAddress === address || toAddress === address,
    );
  }

  #totalsOf(address: string): AddressTotals {
    const all = this.#naming(address);
    const outgoing = all.filter(({ fromAddress }) => fromAddress === address);
    const received = sum(
      all.filter(({ toAddress }) => toAddress === address),
      'value',
    );
    const sent = sum(outgoing, 'value');
    const fees = sum(outgoing, 'fee');
    return {
      address,
      balance: String(BigInt(received) - BigInt(sent) - BigInt(fees)),
      nonce: outgoing[0]?.nonce ?? 0,
      received,
      sent,
      fees,
      transactionCount: all.length,
      firstSeenHeight: all.at(-1)!.height,
      lastSeenHeight: all[0]!.height,
    };
  }
}

function transactionsOf(raw: Uint8Array): ProjectedTransaction[] {
  const { header, transactions } = decodeBlock(raw);
  return transactions.map((transaction, index) => ({
    id: transactionId(encodeTransaction(transaction)),
    chain: transaction.chain,
    nonce: transaction.nonce,
    fee: String(transaction.fee),
    value: String(transaction.value),
    fromAddress: transaction.fromAddress,
    toAddress: transaction.toAddress,
    unlockSig: bytesToHex(transaction.unlockSig),
    height: header.height,
    index,
    blockId: blockId(raw),
    blockTimestamp: header.timestamp,
  }));
}

function pageOf<Item>(all: readonly Item[], { offset, limit }: PageRequest): Page<Item> {
  return { items: all.slice(offset, offset + limit), total: all.length };
}

function sum(transactions: readonly ProjectedTransaction[], amount: 'fee' | 'value'): string {
  return String(transactions.reduce((total, transaction) => total + BigInt(transaction[amount]), 0n));
}

/** Everything that a reader answers about these addresses, in pages of this size. */
export async function readEverything(
  reader: ProjectionReader,
  addresses: readonly string[],
  limit = 100,
): Promise<unknown> {
  const histories: Record<string, unknown> = {};
  for (const address of addresses) {
    histories[address] = await allPages((page) => reader.addressTransactions(address, page), limit);
  }
  return {
    transactions: await allPages((page) => reader.transactions(page), limit),
    addresses: await allPages((page) => reader.addresses(page), limit),
    totals: await reader.totals(),
    histories,
  };
}

/** Pages until one is empty. */
async function allPages<Item>(
  read: (page: PageRequest) => Page<Item> | Promise<Page<Item>>,
  limit: number,
): Promise<Page<Item>[]> {
  const pages: Page<Item>[] = [];
  for (let offset = 0; ; offset += limit) {
    const page = await read({ offset, limit });
    pages.push(page);
    if (page.items.length === 0) return pages;
  }
}
