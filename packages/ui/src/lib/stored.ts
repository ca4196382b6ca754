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
    return undefined;
  } catch (error) {
    return error instanceof DOMException && error.name === 'QuotaExceededError' ? 'full' : 'forbidden';
  } finally {
    globalThis.dispatchEvent?.(new Event(CHANGED));
  }
}

/** Calls back when a stored text may have changed, in this page or another. @returns a function that ends this */
export function onStored(listener: () => void): () => void {
  for (const event of EVENTS) globalThis.addEventListener?.(event, listener);
  return () => {
    for (const event of EVENTS) globalThis.removeEventListener?.(event, listener);
  };
}
