import type { BlockSummary } from '@cairn/api/explorer';
import { Timestamp, useNow } from '@cairn/ui';
import { durationText } from '../../site/formats.ts';
import { useTranslations } from './texts.ts';

/** Units of the drawing, which is stretched to the width of the page. */
const [WIDTH, HEIGHT] = [1_000, 40];
/** Height of a block with its coinbase alone. */
const LEAST = 10;

/**
 * Mined blocks where they stand in time, up to now, each as high as its transactions are many: when there was life, and since when
 * there is none. It needs no script, and says something from the first block on.
 * @param props.blocks newest first, at least one
 */
export function Rhythm({ blocks }: { blocks: readonly BlockSummary[] }) {
  const translations = useTranslations();
  const { t, rich, count, link } = translations;
  const now = useNow();
  const [newest, oldest] = [blocks[0]!, blocks.at(-1)!];
  // A block can be older than the one before it, and a devnet's clock ahead of now.
  const times = blocks.map((block) => block.timestamp);
  const [begin, end] = [Math.min(...times), Math.max(...times)];
  const span = Math.max(now, end) - begin;
  const most = Math.max(...blocks.map((block) => block.transaction_count));
  const strokeOf = ({ timestamp, transaction_count: transactions }: BlockSummary) => {
    const x = span === 0 ? WIDTH : ((timestamp - begin) / span) * WIDTH;
    const height = most === 1 ? HEIGHT / 2 : LEAST + ((transactions - 1) / (most - 1)) * (HEIGHT - LEAST);
    return `M${x.toFixed(1)} ${HEIGHT}V${(HEIGHT - height).toFixed(1)}`;
  };
  const took = durationText(translations, end - begin);
  return (
    <section class="c-stats c-stats--large" aria-labelledby="rhythm-name">
      <div class="c-stat">
        <h2 class="tile__name" id="rhythm-name">
          {t('rhythm.newest')}
        </h2>
        <p class="c-stat__value">
          <Timestamp seconds={newest.timestamp} />
        </p>
        <p class="c-stat__note">
          {rich('rhythm.block', {
            block: (
              <a href={link.block(newest.height)}>{t('supply.block', { height: count(newest.height) })}</a>
            ),
            count: newest.transaction_count,
          })}
          {blocks.length > 1 && ` · ${t('rhythm.took', { count: blocks.length, duration: took })}`}
        </p>
        <svg
          class="rhythm__line"
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={t('rhythm.drawing', { count: blocks.length })}
        >
          <path d={blocks.map(strokeOf).join('')} />
        </svg>
        <p class="tile__ends">
          <span>
            {t('supply.block', { height: count(oldest.height) })} · <Timestamp seconds={oldest.timestamp} />
          </span>
          {end <= now && <span>{t('rhythm.now')}</span>}
        </p>
      </div>
    </section>
  );
}
