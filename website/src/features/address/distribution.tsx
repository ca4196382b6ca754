import type { AddressSummary } from '@cairn/api/explorer';
import { parsePebbles } from '@cairn/protocol';
import { LabelsContext } from '@cairn/ui';
import { useContext } from 'preact/hooks';
import { shareOf } from '../../site/figures.ts';
import { useTranslations } from './texts.ts';
import './address.css';

/** Addresses that count as the first. */
const FIRST = 10;
/** Units of the drawing, which is stretched to the width of the card. */
const [WIDTH, HEIGHT] = [1_000, 10];

type Part = 'first' | 'next' | 'own' | 'others';

interface DistributionProps {
  /** Those with the highest balances, the highest first; at least one. */
  richest: readonly AddressSummary[];
  /** Coins in existence, in pebbles; more than none. */
  supply: bigint;
  /** Addresses in all. */
  total: number;
}

/** How all coins are spread: a bar of the richest addresses, with the reader's own, and what the first ones hold together. */
export function Distribution({ richest, supply, total }: DistributionProps) {
  const { t, amount, percent } = useTranslations();
  const labels = useContext(LabelsContext);
  let held = 0n;
  const stones = richest.map(({ address, balance: text }, at) => {
    const [below, balance] = [held, parsePebbles(text)];
    held += balance;
    const part: Part = labels?.has(address) === true ? 'own' : at < FIRST ? 'first' : 'next';
    return { address, at, part, below, balance };
  });
  const sumOf = (which: (stone: (typeof stones)[number]) => boolean) =>
    shareOf(
      stones.filter(which).reduce((sum, { balance }) => sum + balance, 0n),
      supply,
    );
  const first = Math.min(FIRST, richest.length);
  const others = total - richest.length;
  const entries: [Part, string, number][] = [
    ['first', t('distribution.first', { count: first }), sumOf(({ at }) => at < FIRST)],
    [
      'next',
      t('distribution.next', { count: richest.length - first, from: first + 1, to: richest.length }),
      sumOf(({ at }) => at >= FIRST),
    ],
    ['others', t('distribution.others', { count: others }), others > 0 ? shareOf(supply - held, supply) : 0],
    ['own', t('distribution.own'), sumOf(({ part }) => part === 'own')],
  ];
  const half = stones.findIndex(({ below, balance }) => 2n * (below + balance) >= supply) + 1;
  return (
    <figure class="distribution">
      <p class="distribution__fact">
        {half === 0
          ? t('distribution.wide', { count: richest.length, supply: amount(supply) })
          : t('distribution.half', { count: half, supply: amount(supply) })}
      </p>
      <svg
        class="distribution__bar"
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <rect class="distribution__others" width={WIDTH} height={HEIGHT} />
        {stones.map(({ address, at, part, below, balance }) => (
          <rect
            key={address}
            class={`distribution__${part}`}
            data-odd={at % 2 === 1 ? '' : undefined}
            x={shareOf(below, supply) * WIDTH}
            width={shareOf(balance, supply) * WIDTH}
            height={HEIGHT}
          />
        ))}
      </svg>
      <figcaption class="c-row c-small c-muted">
        {entries
          .filter(([, , share]) => share > 0)
          .map(([part, text, share]) => (
            <span key={part} class="c-row distribution__entry">
              <svg class="distribution__key" viewBox="0 0 8 8" aria-hidden="true">
                <rect class={`distribution__${part}`} width="8" height="8" rx="2" />
              </svg>
              {text}
              <strong>{percent(share)}</strong>
            </span>
          ))}
      </figcaption>
    </figure>
  );
}
