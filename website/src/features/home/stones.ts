import type { BlockSummary } from '@cairn/api/explorer';
import { MAX_BLOCK_SIZE, parsePebbles } from '@cairn/protocol';

/** Width of the cairn in SVG units. */
export const STACK_WIDTH = 240;

const STONE_HEIGHT = 33;
const GAP = 2.5;
const NARROWEST = 80;
const WIDEST = 220;
/** Bytes of a block with only a coinbase: a header of 118 and a transaction of 213. */
const EMPTY_SIZE = 331;
/** Largest offset of a stone from the middle of the cairn. */
const SWAY = 7;

/** One stone, in SVG units. */
export interface Stone {
  readonly block: BlockSummary;
  /** Horizontal middle. */
  readonly centre: number;
  /** Vertical middle. */
  readonly middle: number;
  readonly width: number;
  readonly height: number;
  /** Fees of the block: 0 for none, else 1 to 3 by thirds of the highest fees among the shown blocks. */
  readonly tint: 0 | 1 | 2 | 3;
}

/**
 * Lays out a cairn.
 * @param blocks newest first; the first is the top stone
 * @returns the stones, the top one first, and the height of the cairn in SVG units
 */
export function stackStones(blocks: readonly BlockSummary[]): { stones: Stone[]; height: number } {
  const fees = blocks.map(({ total_fees }) => parsePebbles(total_fees));
  const highest = fees.reduce((most, fee) => (fee > most ? fee : most), 0n);
  const stones = blocks.map((block, index) => ({
    block,
    centre: STACK_WIDTH / 2 + swayOf(block),
    middle: index * (STONE_HEIGHT + GAP) + STONE_HEIGHT / 2,
    width: stoneWidth(block.size_bytes),
    height: STONE_HEIGHT,
    tint: tintOf(fees[index]!, highest),
  }));
  return { stones, height: stackHeight(blocks.length) };
}

/** Height of a cairn in SVG units. @param stones number of stones */
export function stackHeight(stones: number): number {
  return Math.max(1, stones * (STONE_HEIGHT + GAP) - GAP);
}

/**
 * Width of a stone. It grows with the logarithm of the block's size, so that even one transfer and ten differ visibly.
 */
export function stoneWidth(bytes: number): number {
  const share = Math.log(bytes / EMPTY_SIZE) / Math.log(MAX_BLOCK_SIZE / EMPTY_SIZE);
  return Math.round(NARROWEST + (WIDEST - NARROWEST) * Math.min(1, Math.max(0, share)));
}

function tintOf(fee: bigint, highest: bigint): Stone['tint'] {
  if (fee === 0n) return 0;
  if (fee * 3n > highest * 2n) return 3;
  return fee * 3n > highest ? 2 : 1;
}

/** Offset from the middle of the cairn, derived from the block's ID, so that it is always the same for a block. */
function swayOf({ id }: BlockSummary): number {
  return (Number.parseInt(id.slice(-2), 16) / 255 - 0.5) * 2 * SWAY;
}

/** Outline of a stone as an SVG path. Its bulge is derived from the block's ID. */
export function stonePath({ block, centre, middle, width, height }: Stone): string {
  const left = centre - width / 2;
  const right = centre + width / 2;
  const top = middle - height / 2;
  const bottom = middle + height / 2;
  const lean = (Number.parseInt(block.id.slice(0, 2), 16) / 255 - 0.5) * width * 0.16;
  const round = (value: number) => Math.round(value * 10) / 10;
  const points = [
    [left, middle + height * 0.12],
    [left, top + height * 0.12, centre - width * 0.3 + lean, top, centre + lean, top],
    [centre + width * 0.32 + lean, top, right, top + height * 0.18, right, middle + height * 0.1],
    [right, bottom - height * 0.08, centre + width * 0.3, bottom, centre, bottom],
    [centre - width * 0.3, bottom, left, bottom - height * 0.06, left, middle + height * 0.12],
  ].map((numbers) => numbers.map(round).join(' '));
  const [start, ...curves] = points;
  return `M${start}${curves.map((curve) => `C${curve}`).join('')}Z`;
}
