import { COIN_DECIMALS } from '@cairn/protocol';
import { createContext } from 'preact';
import { useContext, useEffect, useState } from 'preact/hooks';

/** Unit in which amounts are shown: coins, or the chain's smallest unit. */
export type Unit = 'crn' | 'pebbles';

export const UNITS: readonly Unit[] = ['crn', 'pebbles'];

/** Key of the choice in the browser's local storage. */
export const UNIT_STORAGE_KEY = 'cairn-unit';

/** An amount in a unit as a number, for drawings only, because it loses digits. Texts show the exact amount. */
export function amountNumber(pebbles: bigint, unit: Unit): number {
  return unit === 'pebbles' ? Number(pebbles) : Number(pebbles) / 10 ** COIN_DECIMALS;
}

/** The saved choice; `crn` if there is no valid one or the browser forbids storage. */
export function readUnit(storage: () => Storage = () => localStorage): Unit {
  try {
    return storage().getItem(UNIT_STORAGE_KEY) === 'pebbles' ? 'pebbles' : 'crn';
  } catch {
    return 'crn'; // storage is forbidden, by a privacy setting for example
  }
}

const listeners = new Set<() => void>();
let chosen: Unit | undefined;

/** The unit of this page, the same for all its components. */
export function currentUnit(): Unit {
  chosen ??= readUnit();
  return chosen;
}

/** Shows every amount of the page in a unit, and saves the choice where the browser allows storage. */
export function chooseUnit(unit: Unit, storage: () => Storage = () => localStorage): void {
  chosen = unit;
  try {
    storage().setItem(UNIT_STORAGE_KEY, unit);
  } catch {
    // Without storage the choice applies to this page only.
  }
  for (const listener of listeners) listener();
}

/** Reads the saved choice again: another page may have changed it before Back restored this one. */
export function rereadUnit(storage?: () => Storage): void {
  chosen = readUnit(storage);
  for (const listener of listeners) listener();
}

/** Calls back when the page's unit changes. @returns a function that unsubscribes */
export function onUnitChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Sets the unit of the amounts in its children, for an app that stores the choice itself. */
export const UnitContext = createContext<Unit | undefined>(undefined);

/**
 * The unit of amounts in this component. The first rendering is in coins, as on a server, which does not know the
 * choice.
 */
export function useUnit(): Unit {
  const fixed = useContext(UnitContext);
  const [unit, setUnit] = useState<Unit>('crn');
  useEffect(() => {
    const update = () => setUnit(currentUnit());
    update();
    const unsubscribe = onUnitChange(update);
    const onPageShow = ({ persisted }: PageTransitionEvent) => persisted && rereadUnit();
    addEventListener('pageshow', onPageShow);
    return () => {
      unsubscribe();
      removeEventListener('pageshow', onPageShow);
    };
  }, []);
  return fixed ?? unit;
}
