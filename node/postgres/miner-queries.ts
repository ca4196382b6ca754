/** The queries about miners, and the conversion of their rows. */
import type { Address } from '@cairn/protocol';
import {
  LISTED_MINERS,
  type MinerBlocksRequest,
  type MinersPage,
  type MinerTotals,
} from '../src/projection/projection-reader.ts';
import { blocks, defineQuery, type BlocksRow, type HeadRow, type Query } from './queries.ts';

export const MINER_QUERIES = {
  /** Miners of the newest $1 blocks: `miners` counts them all, `items` lists at most $2. */
  miners: defineQuery(
    'miners',
    'm.items, m.miners',
    `CROSS JOIN LATERAL (
       SELECT json_agg(g ORDER BY g.place) FILTER (WHERE g.place <= $2) AS items, count(*) AS miners FROM (
         SELECT miner AS address, count(*) AS blocks, sum(reward)::text AS rewards, sum(total_fees)::text AS fees,
           max(height) AS last, row_number() OVER (ORDER BY count(*) DESC, max(height) DESC) AS place
         FROM cairn.blocks WHERE height > GREATEST(s.height - $1::bigint, 0) AND height <= s.height GROUP BY miner
       ) AS g
     ) AS m`,
  ),
  /** Totals of blocks mined by address $1. */
  miner: defineQuery(
    'miner',
    `a.mined, a.rewards::text, a.reward_fees::text AS fees,
     (SELECT min(height) FROM cairn.blocks WHERE miner = $1 AND height > 0) AS first,
     (SELECT max(height) FROM cairn.blocks WHERE miner = $1 AND height > 0) AS last`,
    'LEFT JOIN cairn.addresses AS a ON a.address = $1',
  ),
  /** At most $1 blocks mined by address $4 below height $2 (null: from the tip on); skips the newest $3. */
  minerBlocks: defineQuery(
    'minerBlocks',
    `a.mined, ${blocks(`height IN (
       SELECT height FROM cairn.blocks
       WHERE miner = $4 AND height > 0 AND height < LEAST(COALESCE($2::bigint, s.height + 1), s.height + 1)
       ORDER BY height DESC LIMIT $1 OFFSET $3
     )`)}`,
    'LEFT JOIN cairn.addresses AS a ON a.address = $4',
  ),
} as const satisfies Record<string, Query>;

export interface MinersRow extends HeadRow {
  readonly miners: number;
  readonly items:
    readonly { address: Address; blocks: number; rewards: string; fees: string; last: number }[] | null;
}

export interface MinerRow extends HeadRow {
  readonly mined: number | null;
  readonly rewards: string | null;
  readonly fees: string | null;
  readonly first: number | null;
  readonly last: number | null;
}

export interface MinerBlocksRow extends BlocksRow {
  readonly mined: number | null;
}

/** The parameters of `MINER_QUERIES.miners`. */
export const minersValues = (blocks: number): number[] => [blocks, LISTED_MINERS];

export function minersPage(blocks: number, { height, miners, items }: MinersRow): MinersPage {
  const rows = (items ?? []).map(({ address, blocks: mined, rewards, fees, last }) => ({
    address,
    blocks: mined,
    rewards: BigInt(rewards),
    fees: BigInt(fees),
    last,
  }));
  return { height, blocks: Math.max(0, Math.min(blocks, height)), miners, rows };
}

export function minerTotals({ height, mined, rewards, fees, first, last }: MinerRow): MinerTotals {
  return { height, blocks: mined ?? 0, rewards: rewards ?? '0', fees: fees ?? '0', first, last };
}

/** The parameters of `MINER_QUERIES.minerBlocks`. */
export function minerBlocksValues(
  address: Address,
  { limit, before, offset }: MinerBlocksRequest,
): (number | string | null)[] {
  return [limit, before ?? null, offset, address];
}
