import { t } from './texts.ts';
import './pebble.css';

/** Stones from the ground up, in the colours of the logo: three of the cairn, one's own block, and later blocks. */
const STONES = [
  { cx: 80, cy: 94, rx: 46, ry: 11, color: 1 },
  { cx: 83, cy: 74, rx: 38, ry: 10, color: 2 },
  { cx: 76, cy: 56, rx: 30, ry: 9, color: 3 },
  { cx: 81, cy: 39, rx: 30, ry: 9, color: 4 },
  { cx: 78, cy: 25, rx: 22, ry: 6, color: 3 },
  { cx: 83, cy: 14, rx: 22, ry: 6, color: 3 },
] as const;
const OWN = 3;

/**
 * One's own transfer beside the chain: a pebble that waits over the cairn until a block takes it along as part of a stone; each
 * further block lies on top. The picture says nothing that the text beside it does not.
 * @param props.depth blocks that hold the transfer or lie above it; 0 while none does
 * @param props.height height of the block that holds it, if known
 */
export function Pebble({ depth, height }: { depth: number; height?: string | undefined }) {
  return (
    <svg
      class="w-pebble"
      viewBox="0 0 160 120"
      role="img"
      aria-label={t(depth > 0 ? 'pebble.stone' : 'pebble.waits')}
    >
      {STONES.slice(0, OWN + depth).map(({ color, ...ellipse }, index) => (
        <g key={index} class={index < OWN ? undefined : 'w-pebble__dropped'}>
          <ellipse class={`c-logo__stone-${color}`} {...ellipse} />
          {index === OWN && (
            <text x={ellipse.cx} y={ellipse.cy} text-anchor="middle" dominant-baseline="central">
              {height}
            </text>
          )}
        </g>
      ))}
      {depth === 0 && (
        <>
          <ellipse class="w-pebble__next" cx="80" cy="40" rx="30" ry="9" />
          <circle class="c-logo__stone-4 w-pebble__waiting" cx="80" cy="20" r="6" />
        </>
      )}
    </svg>
  );
}
