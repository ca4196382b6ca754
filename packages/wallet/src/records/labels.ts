import { fitText } from '../clean-text.ts';
import { CONTENTS_LIMITS } from '../vault/vault-contents.ts';

/** Private notes by transaction ID or address. */
export type Labels = Readonly<Record<string, string>>;

/** The label of a transaction or address; `undefined` if it has none. */
export function labelOf(labels: Labels, key: string): string | undefined {
  return Object.hasOwn(labels, key) ? labels[key] : undefined;
}

/**
 * The labels with one of them set. An empty text removes it, and a text that is too long is cut. If the number of
 * labels has reached its limit, a new one is not added and the same object is returned.
 * @param key transaction ID or address
 */
export function setLabel(labels: Labels, key: string, text: string): Labels {
  const label = fitText(text, CONTENTS_LIMITS.label);
  if (label === '') return Object.fromEntries(Object.entries(labels).filter(([other]) => other !== key));
  const full = Object.keys(labels).length >= CONTENTS_LIMITS.labels && !Object.hasOwn(labels, key);
  return full ? labels : { ...labels, [key]: label };
}
