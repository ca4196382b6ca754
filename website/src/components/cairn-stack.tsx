import type { BlockSummary } from '@cairn/api/explorer';
import { blockLink } from '../lib/links.ts';
import { STACK_WIDTH, stackHeight, stackStones, stonePath, type Stone } from '../lib/stones.ts';
import { formatCount, plural } from '../lib/words.ts';

/** Stones of one picture. */
const SHOWN = 10;

export interface CairnStackProps {
  /** Newest first. */
  blocks: readonly BlockSummary[];
  /** Blocks above this height have just arrived. */
  newAbove: number | undefined;
}

/**
 * The newest blocks as a cairn: one stone a block, wider with more transactions, the newest on top. The table
 * beside it has the same links, and so these are no stops of the keyboard.
 */
export function CairnStack({ blocks, newAbove }: CairnStackProps) {
  const { stones, height } = stackStones(blocks.slice(0, SHOWN));
  return (
    <figure>
      <svg
        class="stack"
        viewBox={`0 0 ${STACK_WIDTH} ${height}`}
        role="group"
        aria-label="The newest blocks as a cairn"
      >
        {stones.map((stone, index) => (
          <StoneLink key={stone.block.id} stone={stone} top={index === 0} fresh={isFresh(stone, newAbove)} />
        ))}
      </svg>
      <Legend />
    </figure>
  );
}

/** The picture's room while its blocks are on their way. */
export function CairnStackSkeleton() {
  return (
    <figure aria-busy="true">
      <svg class="stack" viewBox={`0 0 ${STACK_WIDTH} ${stackHeight(SHOWN)}`} aria-hidden="true" />
      <Legend />
    </figure>
  );
}

function Legend() {
  return <figcaption class="stack-legend">One stone a block. The more transactions, the wider.</figcaption>;
}

function isFresh({ block }: Stone, newAbove: number | undefined): boolean {
  return newAbove !== undefined && block.height > newAbove;
}

function StoneLink({ stone, top, fresh }: { stone: Stone; top: boolean; fresh: boolean }) {
  const { block, centre, middle } = stone;
  return (
    <a
      class={`stone${top ? ' stone--top' : ''}${fresh ? ' stone--new' : ''}`}
      href={blockLink(block.height)}
      tabindex={-1}
    >
      <title>{`Block ${formatCount(block.height)}, ${plural(block.transaction_count, 'transaction')}`}</title>
      <path class={`stone__shape stone__shape--${block.height % 3}`} d={stonePath(stone)} />
      <text class="stone__label" x={centre} y={middle} text-anchor="middle" dominant-baseline="central">
        {formatCount(block.height)}
      </text>
    </a>
  );
}
