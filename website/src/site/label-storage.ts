/** Key of the user's labels in local storage: a labels file as `labels.ts` writes it. */
export const LABELS_STORAGE_KEY = 'cairn-labels';

/** Event that announces a change to the islands of this page; other tabs get the browser's `storage` event. */
export const LABELS_CHANGED = 'cairn:labels';

/** `pageshow`, because a page that Back restores has missed the `storage` events of other tabs. */
const EVENTS = [LABELS_CHANGED, 'storage', 'pageshow'] as const;

/** Calls back when the stored labels may have changed. @returns a function that ends the subscription */
export function onLabelsChanged(listener: () => void): () => void {
  for (const event of EVENTS) addEventListener(event, listener);
  return () => {
    for (const event of EVENTS) removeEventListener(event, listener);
  };
}

/** True if this browser stores labels. Every page calls it, so that only pages with labels load `labels.ts`. */
export function hasLabels(): boolean {
  try {
    return localStorage.getItem(LABELS_STORAGE_KEY) !== null;
  } catch {
    return false; // a privacy setting forbids storage, so there are no labels
  }
}
