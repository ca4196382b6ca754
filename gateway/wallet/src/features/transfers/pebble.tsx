import { t } from './texts.ts';
import './pebble.css';

/** Stones of the small cairn, from the ground up: half their width and half their height. */
const STONES = [
  [46, 11],
  [38, 10],
  [30, 9],
] as const;
const OWN = [30, 9] as const;
const LATER = [22, 6] as const;
const GROUND = 104;
/** Most stones that later blocks put on top. */
const MOST_ABOVE = 2;

export interface PebbleProps {
  /** Blocks that hold the transfer or lie above it; 0 while none does. */
  depth: number;
  /** Height of the block that holds it, if known. */
  height?: string | undefined;
}

/**
 * One's own transfer beside the chain: a pebble that waits over the cairn until a block takes it along as part of a stone; each
 * further block lies on top. The picture says nothing that the text beside it does not.
 */
export function Pebble({ depth, height }: PebbleProps) {
  const above = Math.min(MOST_ABOVE, Math.max(0, depth - 1));
  let top = GROUND;
  const own = depth > 0 ? [OWN] : [];
  const later = Array.from({ length: above }, () => LATER);
  const stones = [...STONES, ...own, ...later].map(([rx, ry], index) => {
    top -= 2 * ry - 1;
    return { rx, ry, y: top + ry, isOwn: index === STONES.length };
  });
  return (
    <svg
      class="w-pebble"
      viewBox="0 0 160 120"
      role="img"
      aria-label={t(depth > 0 ? 'pebble.stone' : 'pebble.waits')}
    >
      <ellipse class="w-pebble__shadow" cx="80" cy={GROUND} rx="60" ry="5" />
      {stones.map(({ rx, ry, y, isOwn }, index) => (
        <g key={index} class={index < STONES.length ? undefined : 'w-pebble__dropped'}>
          <ellipse
            class={isOwn ? 'w-pebble__own' : 'w-pebble__stone'}
            cx={80 + SWAY[index]!}
            cy={y}
            rx={rx}
            ry={ry}
          />
          {isOwn && height !== undefined && (
            <text
              class="w-pebble__height"
              x={80 + SWAY[index]!}
              y={y}
              text-anchor="middle"
              dominant-baseline="central"
            >
              {height}
            </text>
          )}
        </g>
      ))}
      {depth === 0 && (
        <>
          <ellipse class="w-pebble__next" cx="80" cy={top - 7} rx="30" ry="9" />
          <circle class="w-pebble__waiting" cx="80" cy={top - 27} r="6" />
        </>
      )}
    </svg>
  );
}

/** How far each stone lies beside the middle. */
const SWAY = [0, 3, -4, 1, -2, 3, 0];
