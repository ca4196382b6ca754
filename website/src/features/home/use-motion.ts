import { useLayoutEffect, useRef } from 'preact/hooks';
import type { BlockStone, Pile, Stone } from './stones.ts';

/** Durations in milliseconds: a stone falls, the pile comes down under it, a lost stone rolls to the ground. */
const [FALL, SINK, ROLL] = [420, 240, 900];
/** Pause between two stones that fall, and before the first one where others roll away. */
const [AFTER_ANOTHER, AFTER_ROLL] = [110, 380];
const DROP_HEIGHT = 130;

/** Falls, and is pressed flat as it hits the pile. */
const DROP: Keyframe[] = [
  { transform: `translateY(-${DROP_HEIGHT}px)`, opacity: 0, easing: 'cubic-bezier(0.5, 0, 0.9, 0.5)' },
  { transform: 'none', opacity: 1, offset: 0.7, easing: 'ease-out' },
  { transform: 'scale(1.04, 0.92)', offset: 0.85, easing: 'ease-in' },
  { transform: 'none' },
];

/**
 * Moves the stones when the blocks change. A new one falls on the pile, which then comes down by what has sunk into the ground below,
 * all stones together, so that no gap opens between them; a lost one rolls to the ground. Nothing moves on a hidden page, or for
 * readers who prefer reduced motion.
 */
export function useMotion({ standing, sunk, fallen }: Pile): void {
  const places = useRef<ReadonlyMap<string, BlockStone>>(new Map());
  const stones = [...standing, ...sunk, ...fallen];
  useLayoutEffect(() => {
    const before = places.current;
    places.current = new Map(stones.map((stone) => [stone.block.id, stone]));
    const placeBefore = ({ block }: BlockStone) => before.get(block.id);
    const top = standing.find(placeBefore);
    if (top === undefined || !mayMove()) return;
    const rolling = fallen.filter((stone) => isMoved(placeBefore(stone), stone));
    const fresh = standing.filter((stone) => placeBefore(stone) === undefined).toReversed();
    const start = rolling.length > 0 ? AFTER_ROLL : 0;
    fresh.forEach((stone, at) => {
      const delay = start + at * AFTER_ANOTHER;
      elementOf(stone)?.firstElementChild?.animate(DROP, { duration: FALL / 0.7, delay, fill: 'backwards' });
    });
    const delay = fresh.length > 0 ? start + FALL : start;
    const rise = placeBefore(top)!.middle - top.middle;
    for (const stone of [...standing, ...sunk]) {
      const from = placeBefore(stone) ?? { ...stone, middle: stone.middle + rise };
      if (!isMoved(from, stone)) continue;
      const frames = [{ transform: transformTo(from, stone) }, { transform: 'none' }];
      elementOf(stone)?.animate(frames, { duration: SINK, delay, easing: 'ease-in', fill: 'backwards' });
    }
    rolling.forEach((stone, at) => {
      const frames = rollOf(placeBefore(stone)!, stone);
      elementOf(stone)?.animate(frames, { duration: ROLL, delay: at * AFTER_ANOTHER, fill: 'backwards' });
    });
  }, [stones.map(({ block, middle }) => `${block.id}${middle}`).join()]);
}

/** ID of the element that moves; what falls is the first one in it. */
export const stoneId = ({ block }: BlockStone): string => `stone-${block.id}`;

const elementOf = (stone: BlockStone) => document.getElementById(stoneId(stone));

const isMoved = (from: Stone | undefined, to: Stone) =>
  from !== undefined && (from.middle !== to.middle || from.width !== to.width);

/** Shows a stone, from its own middle, at another's place. */
const transformTo = (from: Stone, { centre, middle, width, height }: Stone, turn = 0) =>
  `translate(${from.centre - centre}px, ${from.middle - middle}px) rotate(${turn}deg) scale(${from.width / width}, ${from.height / height})`;

/** Tips over the edge of the pile, and rolls once over on the ground. */
function rollOf(from: Stone, to: Stone): Keyframe[] {
  const edge = { ...to, centre: (from.centre + 2 * to.centre) / 3, middle: from.middle + 12 };
  return [
    { transform: transformTo(from, to), easing: 'ease-in' },
    { transform: transformTo(edge, to, 80), offset: 0.35, easing: 'cubic-bezier(0.5, 0, 0.9, 0.6)' },
    { transform: transformTo({ ...to, centre: to.centre - 14 }, to, 300), offset: 0.75, easing: 'ease-out' },
    { transform: transformTo(to, to, 360) },
  ];
}

function mayMove(): boolean {
  return document.visibilityState === 'visible' && !matchMedia('(prefers-reduced-motion: reduce)').matches;
}
