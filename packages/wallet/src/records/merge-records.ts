import type { NetworkName } from '@cairn/protocol';
import { CONTENTS_LIMITS, type Contact } from '../vault/vault-contents.ts';
import { putContact, reviewContact, type ContactProblem, type NamedAddress } from './contacts.ts';
import { fitText } from '../clean-text.ts';
import { labelOf, type Labels, setLabel } from './labels.ts';
import type { Records } from './records.ts';

/** Preview of importing records, shown before anything is changed. */
export interface MergePreview {
  /** New contacts. */
  readonly added: readonly Contact[];
  /** Contacts whose address the wallet has with another name or note. */
  readonly changed: readonly { readonly from: Contact; readonly to: Contact }[];
  /** Number of contacts that are identical in the wallet. */
  readonly unchanged: number;
  /** Contacts that cannot be imported, for example because of an invalid address or a name already in use. */
  readonly refused: readonly { readonly contact: Contact; readonly problem: ContactProblem }[];
  /** New labels, as many as the wallet has room for. */
  readonly newLabels: Labels;
  /** Number of new labels for which the wallet has no room. */
  readonly refusedLabels: number;
  /** Labels that would replace another text. */
  readonly changedLabels: Labels;
}

/**
 * Previews importing a file's records. Each contact is checked as if the user had typed it after the contacts before
 * it.
 * @param own the wallet's own accounts, which no contact may look like
 */
export function previewMerge(
  current: Records,
  imported: Records,
  network: NetworkName,
  own: readonly NamedAddress[] = [],
): MergePreview {
  const added: Contact[] = [];
  const changed: { from: Contact; to: Contact }[] = [];
  const refused: { contact: Contact; problem: ContactProblem }[] = [];
  let unchanged = 0;
  let contacts = current.contacts;
  for (const typed of imported.contacts) {
    const known = contacts.find(({ address }) => address === typed.address);
    const review = reviewContact({ typed, contacts, own, network, replacing: known?.address });
    if (!review.ok) {
      refused.push({ contact: typed, problem: review.problems[0]! });
      continue;
    }
    const { contact } = review;
    if (known === undefined) added.push(contact);
    else if (isSame(known, contact)) unchanged++;
    else changed.push({ from: known, to: contact });
    contacts = putContact(contacts, contact);
  }
  return { added, changed, unchanged, refused, ...previewLabels(current.labels, imported.labels) };
}

/**
 * The wallet's records after the import.
 * @param replace whether the file's names, notes and labels replace those that the wallet has for the same address or
 *   transaction; new ones are always added
 */
export function applyMerge(current: Records, preview: MergePreview, replace: boolean): Records {
  const changed = replace ? preview.changed.map(({ to }) => to) : [];
  let { contacts, labels } = current;
  for (const contact of [...preview.added, ...changed]) contacts = putContact(contacts, contact);
  const imported = { ...preview.newLabels, ...(replace && preview.changedLabels) };
  for (const [key, text] of Object.entries(imported)) labels = setLabel(labels, key, text);
  return { contacts, labels };
}

/** Form of a transaction ID or an address; labels with other keys are ignored. */
const LABEL_KEY = /^(?:[0-9a-f]{64}|[1-9A-HJ-NP-Za-km-z]{34})$/;

function previewLabels(
  current: Labels,
  imported: Labels,
): Pick<MergePreview, 'newLabels' | 'refusedLabels' | 'changedLabels'> {
  const entries = Object.entries(imported)
    .filter(([key]) => LABEL_KEY.test(key))
    .map(([key, text]) => [key, fitText(text, CONTENTS_LIMITS.label)] as const)
    .filter(([key, text]) => text !== '' && labelOf(current, key) !== text);
  const isNew = ([key]: readonly [string, string]): boolean => labelOf(current, key) === undefined;
  const added = entries.filter(isNew);
  const room = Math.max(0, CONTENTS_LIMITS.labels - Object.keys(current).length);
  return {
    newLabels: Object.fromEntries(added.slice(0, room)),
    refusedLabels: Math.max(0, added.length - room),
    changedLabels: Object.fromEntries(entries.filter((entry) => !isNew(entry))),
  };
}

function isSame(a: Contact, b: Contact): boolean {
  return a.address === b.address && a.name === b.name && a.note === b.note;
}
