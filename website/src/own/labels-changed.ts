/** Where the reader's labels are kept, in the browser's local storage: a file of labels as `own-labels.ts` writes it. */
export const LABELS_STORAGE_KEY = 'cairn-labels';

/** Tells the islands of a page that the labels changed; other tabs learn of it from the storage itself. */
export const LABELS_CHANGED = 'cairn:labels';

/** Also when the page comes back by Back: it slept while another tab wrote. */
const EVENTS = [LABELS_CHANGED, 'storage', 'pageshow'] as const;

/** Calls back when the kept labels may have changed. @returns a function that ends the subscription */
export function onLabelsChanged(listener: () => void): () => void {
  for (const event of EVENTS) addEventListener(event, listener);
  return () => {
    for (const event of EVENTS) removeEventListener(event, listener);
  };
}

/** Whether this browser keeps labels: a page without any loads no script for them. */
export function hasLabels(): boolean {
  try {
    return localStorage.getItem(LABELS_STORAGE_KEY) !== null;
  } catch {
    return false; // storage can be forbidden (a privacy setting): there are no labels then
  }
}
