import { COIN_DECIMALS } from '@cairn/protocol';
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { defineSetting } from './stored.ts';

/** Unit in which amounts are shown: coins, or the chain's smallest unit. */
export type Unit = 'crn' | 'pebbles';

export const UNITS: readonly Unit[] = ['crn', 'pebbles'];

/** The reader's unit of amounts. */
export const unitSetting = defineSetting('cairn-unit', UNITS, 'crn');

/**
 * The unit of amounts in its children: one for each app or island, so that an amount which comes later has the unit at once.
 */
export const UnitContext = createContext<Unit>('crn');

/** The unit of amounts in this component. */
export const useUnit = (): Unit => useContext(UnitContext);

/** An amount in a unit as a number, for drawings only, because it loses digits. Texts show the exact amount. */
export function amountNumber(pebbles: bigint, unit: Unit): number {
  return unit === 'pebbles' ? Number(pebbles) : Number(pebbles) / 10 ** COIN_DECIMALS;
}
