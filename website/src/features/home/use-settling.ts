import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { BlockStone } from './stones.ts';

const DROP_MS = 720;
const FALL_MS = 1_300;
const DROP_HEIGHT = 130;

/** Falls, hits the cairn, and settles. */
const DROP: Keyframe[] = [
  { transform: `translateY(-${DROP_HEIGHT}px)`, opacity: 0, easing: 'cubic-bezier(0.5, 0, 0.9, 0.5)' },
  { transform: 'translateY(1.5px)', opacity: 1, offset: 0.62, easing: 'ease-out' },
  { transform: 'translateY(-5px)', offset: 0.8, easing: 'ease-in' },
  { transform: 'none' },
];

/**
 * Moves the stones when the blocks change: new ones drop, the others sink, and those of blocks that left the chain topple. Nothing
 * moves on a hidden page, or for readers who prefer reduced motion.
 * @param stones newest first
 * @returns the stones that are toppling
 */
export function useSettling(stones: readonly BlockStone[]): readonly BlockStone[] {
  const before = useRef<readonly BlockStone[]>([]);
  const [toppling, setToppling] = useState<readonly BlockStone[]>([]);
  const ids = stones.map(({ block }) => block.id).join();
  useLayoutEffect(() => {
    const previous = before.current;
    before.current = stones;
    if (previous.length === 0 || stones.length === 0 || !mayMove()) return;
    const current = new Set(stones.map(({ block }) => block.id));
    const lowest = stones.at(-1)!.block.height;
    const lost = previous.filter(({ block }) => !current.has(block.id) && block.height >= lowest);
    if (lost.length > 0) setToppling(lost);
    for (const stone of stones) {
      const element = document.getElementById(stoneId(stone));
      const old = previous.find(({ block }) => block.id === stone.block.id);
      if (old === undefined) element?.animate(DROP, { duration: DROP_MS, fill: 'backwards' });
      else if (old.middle !== stone.middle)
        element?.animate(
          [{ transform: `translateY(${old.middle - stone.middle}px)` }, { transform: 'none' }],
          { duration: DROP_MS / 2, easing: 'ease-in-out', delay: DROP_MS / 3, fill: 'backwards' },
        );
    }
  }, [ids]);
  useEffect(() => {
    if (toppling.length === 0) return undefined;
    const timer = setTimeout(() => setToppling([]), FALL_MS);
    return () => clearTimeout(timer);
  }, [toppling]);
  return toppling;
}

/** ID of the element that moves. */
export function stoneId({ block }: BlockStone): string {
  return `stone-${block.height}`;
}

function mayMove(): boolean {
  return document.visibilityState === 'visible' && !matchMedia('(prefers-reduced-motion: reduce)').matches;
}
