import type { BlockSummary } from '@cairn/api/explorer';
import { MAX_BLOCK_SIZE, parsePebbles } from '@cairn/protocol';

/** Size of the scene in SVG units. */
export const SCENE = { width: 320, height: 348 } as const;
/** Maximum number of stones in the cairn. */
export const MOST_STONES = 10;

const GROUND = 334;
/** Stones lie on each other without a gap, because their outlines are round. */
const OVERLAP = 1.5;
const [NARROWEST, WIDEST] = [110, 230];
const [THINNEST, THICKEST] = [25, 32];
/** Largest offset of a stone from the middle of the cairn. */
const SWAY = 9;
/** Bytes of a block with only a coinbase: a header of 118 and a transaction of 213. */
const EMPTY_SIZE = 331;

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

/**
 * Lays out a cairn of at most ten stones from the ground up: the fuller a block, the larger its stone, and each is somewhat narrower
 * than those below.
 * @param blocks newest first
 * @returns the stones in the same order, and the place of the next one on top
 */
export function stackStones(blocks: readonly BlockSummary[]): { stones: BlockStone[]; next: Stone } {
  const shown = blocks.slice(0, MOST_STONES);
  const fees = shown.map(({ total_fees }) => parsePebbles(total_fees));
  const highest = fees.reduce((most, fee) => (fee > most ? fee : most), 0n);
  const shares = shown.map(({ size_bytes }) => shareOf(size_bytes));
  const [least, most] = [Math.min(...shares), Math.max(...shares)];
  const stones: BlockStone[] = [];
  let ground = GROUND;
  for (let index = shown.length - 1; index >= 0; index -= 1) {
    const block = shown[index]!;
    // Half by the share itself and half by its rank among the shown ones: blocks of a quiet chain differ, too.
    const among = most === least ? 0.5 : (shares[index]! - least) / (most - least);
    const fullness = (shares[index]! + among) / 2;
    const stone = stoneAt(ground, block.id, fullness, index);
    ground = stone.middle - stone.height / 2 + OVERLAP;
    stones.unshift({ ...stone, block, tint: tintOf(fees[index]!, highest) });
  }
  return { stones, next: stoneAt(ground, 'a5'.repeat(32), 0.2, -1) };
}

/** Share of the largest block, from 0 to 1, by the logarithm: even one transfer and ten differ. */
export function shareOf(bytes: number): number {
  const share = Math.log(bytes / EMPTY_SIZE) / Math.log(MAX_BLOCK_SIZE / EMPTY_SIZE);
  return Math.min(1, Math.max(0, share));
}

/** @param ground where the stone lies @param position 0 for the newest block's, 9 for the lowest */
function stoneAt(ground: number, id: string, fullness: number, position: number): Stone {
  const random = (at: number): number => Number.parseInt(id.slice(-2 - at, -at || undefined), 16) / 255;
  const taper = 0.8 + 0.04 * position;
  const width = Math.round((NARROWEST + (WIDEST - NARROWEST) * fullness + 14 * (random(2) - 0.5)) * taper);
  const height = Math.round(THINNEST + (THICKEST - THINNEST) * fullness);
  const centre = Math.round(SCENE.width / 2 + (random(0) - 0.5) * 2 * SWAY);
  return {
    centre,
    middle: ground - height / 2,
    width,
    height,
    outline: outlineOf(width, height, random(4) - 0.5),
  };
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
