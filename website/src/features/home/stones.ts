import type { BlockSummary } from '@cairn/api/explorer';
import { type BlockId, MAX_BLOCK_SIZE, parsePebbles } from '@cairn/protocol';
import type { PileOfBlocks } from './pile-of-blocks.ts';

/** Size of the scene in SVG units; the pile stands in its middle, with room beside it on the ground. */
export const SCENE = { width: 400, height: 348 } as const;
/** Height at which the stones lie. */
export const GROUND = 334;

/** Stones lie on each other without a gap, because their outlines are round. */
const OVERLAP = 1.5;
const [NARROWEST, WIDEST] = [110, 230];
const [THINNEST, THICKEST] = [25, 32];
/** Largest offset of a stone from the middle of the cairn. */
const SWAY = 9;
/** Bytes of a block with only a coinbase: a header of 118 and a transaction of 213. */
const EMPTY_SIZE = 331;
/** Stones on the ground: at most so many of this size, one on the other. */
const FALLEN = { most: 3, centre: 352, width: 76, height: 20 } as const;

/** One stone, in SVG units. */
export interface Stone {
  /** Horizontal middle. */
  readonly centre: number;
  /** Vertical middle. */
  readonly middle: number;
  readonly width: number;
  readonly height: number;
  /** Outline as an SVG path, around the stone's middle. */
  readonly outline: string;
}

/** The stone of a block. */
export interface BlockStone extends Stone {
  readonly block: BlockSummary;
  /** Fees of the block: 0 for none, else 1 to 3 by thirds of the highest fees among the shown blocks. */
  readonly tint: 0 | 1 | 2 | 3;
}

/** All stones of the scene, newest first. */
export interface Pile {
  readonly standing: readonly BlockStone[];
  /** In the ground below the standing ones, where the next is not seen. */
  readonly sunk: readonly BlockStone[];
  /** On the ground beside the pile. */
  readonly fallen: readonly BlockStone[];
  /** The place of the next one on top. */
  readonly next: Stone;
}

/**
 * Lays out the cairn from the ground up: the fuller a block, the larger its stone, and each is somewhat narrower than those below.
 * Beside it lie the stones of blocks that were lost.
 */
export function layOut({ shown, sunk, lost }: PileOfBlocks): Pile {
  const all = [...shown, ...sunk];
  const fees = all.map(({ total_fees }) => parsePebbles(total_fees));
  const highest = fees.slice(0, shown.length).reduce((most, fee) => (fee > most ? fee : most), 0n);
  const shares = all.map(({ size_bytes }) => shareOf(size_bytes));
  const ranked = shares.slice(0, shown.length);
  const [least, most] = [Math.min(...ranked), Math.max(...ranked)];
  // Half by the share itself and half by its rank among the shown ones: blocks of a quiet chain differ, too.
  const rankOf = (share: number) => (most === least ? 0.5 : within(0, (share - least) / (most - least), 1));
  const fullness = shares.map((share) => (share + rankOf(share)) / 2);
  const stones: BlockStone[] = [];
  let base = fullness.slice(shown.length).reduce((sum, one) => sum + thicknessOf(one) - OVERLAP, GROUND);
  for (let index = all.length - 1; index >= 0; index -= 1) {
    const block = all[index]!;
    const stone = stoneAt(base, block.id, fullness[index]!, index);
    base = stone.middle - stone.height / 2 + OVERLAP;
    stones.unshift({ ...stone, block, tint: tintOf(fees[index]!, highest) });
  }
  return {
    standing: stones.slice(0, shown.length),
    sunk: stones.slice(shown.length),
    fallen: lost?.blocks.slice(0, FALLEN.most).map(lying) ?? [],
    next: stoneAt(base, NEXT, 0.2, -1),
  };
}

/** Makes the outline of the next block's stone. */
const NEXT = 'a5'.repeat(32) as BlockId;

/** Share of the largest block, from 0 to 1, by the logarithm: even one transfer and ten differ. */
export function shareOf(bytes: number): number {
  const share = Math.log(bytes / EMPTY_SIZE) / Math.log(MAX_BLOCK_SIZE / EMPTY_SIZE);
  return within(0, share, 1);
}

const within = (least: number, value: number, most: number) => Math.min(most, Math.max(least, value));

const thicknessOf = (fullness: number) => Math.round(THINNEST + (THICKEST - THINNEST) * fullness);

/** A number from 0 to 1 by two hex digits of an ID, counted from its end. */
const randomOf = (id: BlockId, at: number) => Number.parseInt(id.slice(-2 - at, -at || undefined), 16) / 255;

/** @param base where the stone lies @param position 0 for the newest block's, 9 for the lowest */
function stoneAt(base: number, id: BlockId, fullness: number, position: number): Stone {
  const taper = 0.8 + 0.04 * position;
  const width = Math.round(
    (NARROWEST + (WIDEST - NARROWEST) * fullness + 14 * (randomOf(id, 2) - 0.5)) * taper,
  );
  const height = thicknessOf(fullness);
  const centre = Math.round(SCENE.width / 2 + (randomOf(id, 0) - 0.5) * 2 * SWAY);
  const outline = outlineOf(width, height, randomOf(id, 4) - 0.5);
  return { centre, middle: base - height / 2, width, height, outline };
}

/** The newest has fallen first. */
function lying(block: BlockSummary, place: number): BlockStone {
  const { centre, width, height } = FALLEN;
  const middle = GROUND - height / 2 - place * (height - OVERLAP);
  const outline = outlineOf(width, height, randomOf(block.id, 4) - 0.5);
  return { block, tint: 0, centre: centre + (place % 2) * 4, middle, width, height, outline };
}

function tintOf(fee: bigint, highest: bigint): BlockStone['tint'] {
  if (fee === 0n) return 0;
  if (fee * 3n > highest * 2n) return 3;
  return fee * 3n > highest ? 2 : 1;
}

/** @param lean from -0.5 to 0.5: where the stone is highest */
function outlineOf(width: number, height: number, lean: number): string {
  const [right, bottom] = [width / 2, height / 2];
  const peak = lean * width * 0.2;
  const round = (value: number): number => Math.round(value * 10) / 10;
  const curves = [
    [-right, bottom * 0.24],
    [-right, -bottom * 0.76, peak - width * 0.3, -bottom, peak, -bottom],
    [peak + width * 0.32, -bottom, right, -bottom * 0.64, right, bottom * 0.2],
    [right, bottom * 0.84, width * 0.3, bottom, 0, bottom],
    [-width * 0.3, bottom, -right, bottom * 0.88, -right, bottom * 0.24],
  ].map((numbers) => numbers.map(round).join(' '));
  return `M${curves.join('C')}Z`;
}

/** Outlines of ten stones, until the blocks load. */
export const OUTLINES: readonly Stone[] = (() => {
  const stones: Stone[] = [];
  let base = GROUND;
  for (let index = 9; index >= 0; index -= 1) {
    const stone = stoneAt(base, `${index}7${(index * 7) % 10}c${(index * 3) % 10}1` as BlockId, 0.35, index);
    base = stone.middle - stone.height / 2 + OVERLAP;
    stones.push(stone);
  }
  return stones;
})();
