import type { BlockSummary } from '@cairn/api/explorer';
import { parsePebbles } from '@cairn/protocol';
import { useAmountText } from '@cairn/ui';
import { useTranslations } from './texts.ts';
import { STACK_WIDTH, stackHeight, stackStones, stonePath, type Stone } from './stones.ts';

/** Maximum number of stones in the cairn. */
const SHOWN = 10;

export interface CairnStackProps {
  /** Newest first; `undefined` until they load. */
  blocks: readonly BlockSummary[] | undefined;
}

/**
 * The newest blocks as a cairn (a stack of stones), the newest on top: a larger block is a wider stone, and higher fees
 * give it a warmer color. The stones' links are not focusable, because the table beside the cairn has the same links.
 */
export function CairnStack({ blocks }: CairnStackProps) {
  const { t } = useTranslations();
  const { stones, height } =
    blocks === undefined ? { stones: [], height: stackHeight(SHOWN) } : stackStones(blocks.slice(0, SHOWN));
  return (
    <figure aria-busy={blocks === undefined ? 'true' : undefined}>
      <svg
        class="stack"
        viewBox={`0 0 ${STACK_WIDTH} ${height}`}
        role="group"
        aria-label={t('home.cairnName')}
      >
        {stones.map((stone, index) => (
          <StoneLink key={stone.block.id} stone={stone} top={index === 0} />
        ))}
      </svg>
      <figcaption class="stack-legend">{t('home.cairnLegend')}</figcaption>
    </figure>
  );
}

function StoneLink({ stone, top }: { stone: Stone; top: boolean }) {
  const { t, count, bytes, link } = useTranslations();
  const amountText = useAmountText();
  const { block, centre, middle, tint } = stone;
  const description = t('home.stone', {
    height: block.height,
    transactions: t('common.transactions', { count: block.transaction_count }),
    size: bytes(block.size_bytes),
    fees: amountText(parsePebbles(block.total_fees)),
  });
  return (
    <a class={`stone${top ? ' stone--top' : ''}`} href={link.block(block.height)} tabindex={-1}>
      <title>{description}</title>
      <path class={`stone__shape stone__shape--${tint}`} d={stonePath(stone)} />
      <text class="stone__label" x={centre} y={middle} text-anchor="middle" dominant-baseline="central">
        {count(block.height)}
      </text>
    </a>
  );
}
