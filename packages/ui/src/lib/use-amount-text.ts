import { formatCoins } from '@cairn/protocol';
import { useCallback } from 'preact/hooks';
import { useUiWords } from '../language/language.tsx';
import { useUnit } from './use-unit.ts';

/** The name of the page's unit, for the header of a column of amounts: `CRN`. */
export function useUnitName(): string {
  const { pebbles } = useUiWords();
  return useUnit() === 'pebbles' ? pebbles : 'CRN';
}

/** An exact amount in the page's unit as plain text, for places that take no markup: charts and titles. */
export function useAmountText(): (pebbles: bigint) => string {
  const unit = useUnit();
  const { pebbles: name } = useUiWords();
  return useCallback(
    (pebbles) =>
      unit === 'pebbles'
        ? `${pebbles.toLocaleString('en-US')}\u00a0${name}`
        : `${formatCoins(pebbles, { group: true, minimumFractionDigits: 2 })}\u00a0CRN`,
    [unit, name],
  );
}
