import { COIN_DECIMALS } from '@cairn/protocol';

/** Unit of shown amounts: coins, or the smallest unit of the chain. */
export type Unit = 'crn' | 'pebbles';

/** An amount in a unit as a number, for a drawing only: it loses digits. What is read out and written is exact. */
export function amountNumber(pebbles: bigint, unit: Unit): number {
  return unit === 'pebbles' ? Number(pebbles) : Number(pebbles) / 10 ** COIN_DECIMALS;
}

export const UNITS: readonly Unit[] = ['crn', 'pebbles'];

/** Where the choice is kept, in the browser's local storage. */
export const UNIT_STORAGE_KEY = 'cairn-unit';

/** The remembered choice; coins where nothing valid is kept or the browser allows no storage. */
export function readUnit(storage: () => Storage = () => localStorage): Unit {
  try {
    return storage().getItem(UNIT_STORAGE_KEY) === 'pebbles' ? 'pebbles' : 'crn';
  } catch {
    // Storage can be forbidden (a privacy setting): then there is no remembered choice.
    return 'crn';
  }
}

const listeners = new Set<() => void>();
let chosen: Unit | undefined;

/** The unit of this page, the same for every part of it. */
export function currentUnit(): Unit {
  chosen ??= readUnit();
  return chosen;
}

/** Shows every amount of the page in a unit, and remembers it where the browser allows storage. */
export function chooseUnit(unit: Unit, storage: () => Storage = () => localStorage): void {
  chosen = unit;
  try {
    storage().setItem(UNIT_STORAGE_KEY, unit);
  } catch {
    // Without storage the choice holds for this page.
  }
  for (const listener of listeners) listener();
}

/** Reads again what is kept, for a page that comes back by Back: another one may have chosen. */
export function rereadUnit(storage?: () => Storage): void {
  chosen = readUnit(storage);
  for (const listener of listeners) listener();
}

/** @returns a function that ends the subscription */
export function onUnitChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
