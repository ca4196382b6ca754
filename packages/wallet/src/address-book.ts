/**
 * Contacts, and the file in which they travel. Apart from the package's main entry, since the table of confusable
 * characters (100 kB) is needed by no page before a wallet is open.
 */
export {
  putContact,
  removeContact,
  reviewContact,
  searchContacts,
  sortContacts,
  type ContactProblem,
  type ContactReview,
} from './records/contacts.ts';
export { applyMerge, previewMerge, type MergePreview } from './records/merge-records.ts';
