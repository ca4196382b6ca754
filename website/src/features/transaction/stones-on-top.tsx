import { useTranslations } from './texts.ts';

/** Stones drawn at most; a higher pile looks the same. */
const MOST_STONES = 7;
const STONE_HEIGHT = 7;

/**
 * The blocks on top of a transaction's block as a pile of stones on its own, the lowest.
 * @param props.confirmations its own block included
 */
export function StonesOnTop({ confirmations }: { confirmations: number }) {
  const { t } = useTranslations();
  const drawn = Math.min(confirmations - 1, MOST_STONES);
  const height = (drawn + 1) * STONE_HEIGHT + 2;
  return (
    <div class="stones c-row">
      <svg viewBox={`0 0 48 ${height}`} height={height} width="48" aria-hidden="true">
        {Array.from({ length: drawn + 1 }, (_, at) => (
          <ellipse
            key={at}
            class={at === 0 ? 'stones__own' : undefined}
            cx={24 + (at === 0 ? 0 : [2, -1.6, 1, -1.2][at % 4]!)}
            cy={height - STONE_HEIGHT / 2 - 1 - at * STONE_HEIGHT}
            rx={23 - (at * 15) / MOST_STONES - (at % 2)}
            ry={STONE_HEIGHT / 2 + 0.2}
          />
        ))}
      </svg>
      <strong>{t('depth.deep', { count: confirmations })}</strong>
    </div>
  );
}
