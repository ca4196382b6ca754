import type { AccountState, Network } from '@cairn/protocol';
import { renderBlock, type AskedRoute, type BlockText, type Moment } from '../explorer-api/index.ts';
import type { ProjectionReader } from '../projection/index.ts';
import {
  chainTotals,
  decodeSummaries,
  feedPage,
  historyPage,
  rankingPage,
  toProjectionError,
  type AccountRow,
  type FeedRow,
  type HeadRow,
  type HistoryRow,
  type RankingRow,
  type ReadingPool,
  type TotalsRow,
} from '../projection/postgres/index.ts';
import type { BlockSliceReader } from './block-slice-reader.ts';
import type { HeadFollower } from './head-follower.ts';
import { headOf } from './head.ts';
import { MomentChain } from './moment-chain.ts';
import { questionOf } from './questions-of-routes.ts';

/** Rendered blocks that are remembered, about 1 KiB each. */
const CAPACITY = 4_096;

/** A row of any question: what a route's question did not ask for is not there. */
type AnyRow = HeadRow & Partial<FeedRow> & Partial<AccountRow>;

/** Reads what requests are answered from: one statement each, and so one moment of the database. */
export class Moments {
  readonly #network: Network;
  readonly #pool: ReadingPool;
  readonly #slices: BlockSliceReader;
  readonly #follower: HeadFollower;
  /** By block ID: what is rendered of a block belongs to it in every moment. */
  readonly #texts = new Map<string, BlockText>();

  constructor(network: Network, pool: ReadingPool, slices: BlockSliceReader, follower: HeadFollower) {
    this.#network = network;
    this.#pool = pool;
    this.#slices = slices;
    this.#follower = follower;
  }

  /** @throws ProjectionError when the database cannot be asked */
  async open(asked: AskedRoute): Promise<Moment> {
    const row = await this.#ask(asked);
    const head = headOf(row);
    await this.#follower.reach(head);
    const blocks = decodeSummaries(row.blocks ?? NOTHING);
    const parts = { tip: head.tip, blocks, records: row.records ?? NOTHING, account: accountOf(row) };
    const chain = new MomentChain(this.#network, parts, this.#slices);
    return {
      chain,
      indexStatus: () => head.index,
      indexReader: () => readerOf(row),
      blockTexts: { at: (height) => this.#textAt(chain, height) },
    };
  }

  async #ask(asked: AskedRoute): Promise<AnyRow> {
    const { question, values } = questionOf(asked);
    try {
      return await this.#pool.ask<AnyRow>(question, values);
    } catch (error) {
      throw toProjectionError(error);
    }
  }

  #textAt(chain: MomentChain, height: number): BlockText | undefined {
    const block = chain.blockSummary(height);
    if (block === undefined) return undefined;
    const known = this.#texts.get(block.id);
    if (known !== undefined) return known;
    const text = renderBlock(block);
    if (this.#texts.size >= CAPACITY) this.#texts.clear();
    this.#texts.set(block.id, text);
    return text;
  }
}

const NOTHING = new Uint8Array();

function accountOf({ balance, nonce }: AnyRow): AccountState | undefined {
  return typeof balance === 'string' ? { balance: BigInt(balance), nonce: nonce! } : undefined;
}

/** Answers the one question that the row is the answer to. */
function readerOf(row: HeadRow): ProjectionReader {
  return {
    transactions: () => feedPage(row as FeedRow),
    addressTransactions: () => historyPage(row as HistoryRow),
    addresses: () => rankingPage(row as RankingRow),
    totals: () => chainTotals(row as TotalsRow),
  };
}
