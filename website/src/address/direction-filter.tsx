import type { Address } from '@cairn/protocol';
import { useWords } from '../messages/context.tsx';
import { type Direction, DIRECTIONS } from './direction.ts';

/** Which way the shown transactions go: links, so that back, forward and a copied address work. */
export function DirectionFilter({ address, direction }: { address: Address; direction: Direction }) {
  const { t, link } = useWords();
  const names = { all: t('address.filterAll'), in: t('address.filterIn'), out: t('address.filterOut') };
  const path = link.address(address);
  return (
    <nav class="c-segmented needs-script" aria-label={t('address.filter')}>
      {DIRECTIONS.map((one) => (
        <a
          key={one}
          class="c-segmented__option"
          href={one === 'all' ? path : `${path}?direction=${one}`}
          aria-current={one === direction ? 'true' : undefined}
        >
          {names[one]}
        </a>
      ))}
    </nav>
  );
}
