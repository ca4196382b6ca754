import { useEffect, useState } from 'preact/hooks';

/** Why a text could not be stored: a privacy setting forbids storage, or there is no space. */
export type StorageProblem = 'forbidden' | 'full';

/** Announces a change to the rest of this page; other tabs get the browser's `storage` event. */
const CHANGED = 'cairn:stored';

/** `pageshow`, because a page that Back restores has missed the `storage` events of other tabs. */
const EVENTS = [CHANGED, 'storage', 'pageshow'] as const;

/** The text that this browser keeps under a key; `undefined` if there is none or storage is forbidden. */
export function readStored(key: string): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined;
  } catch {
    return undefined; // a privacy setting forbids storage; `writeStored` says so
  }
}

/** Keeps a text under a key, or removes it. @returns why it was not stored; `undefined` on success */
export function writeStored(key: string, text: string | undefined): StorageProblem | undefined {
  try {
    if (text === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
    dispatchEvent(new Event(CHANGED));
    return undefined;
  } catch (error) {
    return error instanceof DOMException && error.name === 'QuotaExceededError' ? 'full' : 'forbidden';
  }
}

/** Calls back when a stored text may have changed, in this page or another. @returns a function that ends this */
export function onStored(listener: () => void): () => void {
  for (const event of EVENTS) addEventListener(event, listener);
  return () => {
    for (const event of EVENTS) removeEventListener(event, listener);
  };
}

/** A choice of the reader that this browser keeps. */
export interface Setting<Value extends string> {
  readonly values: readonly Value[];
  /** The choice as it is now. Where storage is forbidden, it lasts until the reader leaves the page. */
  readonly read: () => Value;
  readonly choose: (value: Value) => void;
  /** The choice, kept up to date; on the server and in the first rendering, which must equal it, the initial one. */
  readonly use: () => Value;
}

/**
 * Defines a setting.
 * @param values in the order in which they are offered
 * @param show shows a choice on this page, beyond what the components with `use` do
 */
export function defineSetting<Value extends string>(
  key: string,
  values: readonly Value[],
  initial: Value,
  show?: (value: Value) => void,
): Setting<Value> {
  let unstored: Value | undefined;
  const read = (): Value => {
    const stored = readStored(key);
    return unstored ?? values.find((value) => value === stored) ?? initial;
  };
  return {
    values,
    read,
    choose: (value) => {
      unstored = writeStored(key, value === initial ? undefined : value) && value;
      if (unstored !== undefined) dispatchEvent(new Event(CHANGED));
      show?.(value);
    },
    use: () => {
      const [value, setValue] = useState(initial);
      useEffect(() => {
        const update = () => setValue(read());
        update();
        return onStored(update);
      }, []);
      return value;
    },
  };
}
