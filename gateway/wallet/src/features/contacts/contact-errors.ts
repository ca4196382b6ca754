import type { NetworkName } from '@cairn/protocol';
import { CONTENTS_LIMITS, type RecordsFileProblem } from '@cairn/wallet';
import { type ContactProblem } from '@cairn/wallet/contacts';
import { explainRecipient } from '../../shared/field-errors.ts';
import { t, type MessageKey } from './texts.ts';

/** Error text for a problem of a typed contact. @param address as typed, without white space */
export function explainContactProblem(found: ContactProblem, address: string, network: NetworkName): string {
  switch (found.field) {
    case 'name':
      return explainName(found);
    case 'note':
      return t('contacts.noteLong', { count: CONTENTS_LIMITS.note });
    case 'list':
      return t('contacts.full', { count: CONTENTS_LIMITS.contacts });
    default:
      if (found.problem === 'taken') return t('contacts.addressTaken', { name: found.by.name });
      if (found.problem === 'alike') return t('contacts.addressAlike', { name: found.by.name });
      return found.entry.problem === 'empty'
        ? t('contacts.addressEmpty')
        : explainRecipient(found.entry, address, network);
  }
}

function explainName(found: Extract<ContactProblem, { field: 'name' }>): string {
  if (found.problem === 'taken') {
    return found.own
      ? t('contacts.nameOwn', { name: found.by.name })
      : t('contacts.nameTaken', nameOf(found.by));
  }
  return found.problem === 'empty'
    ? t('contacts.nameEmpty')
    : t('contacts.nameLong', { count: CONTENTS_LIMITS.name });
}

/** Short reason why a contact of an imported file is left out. */
export function explainRefusal(found: ContactProblem): string {
  const { field, problem } = found;
  if (problem === 'alike') return t('contacts.refusedAlike', { name: found.by.name });
  if (field === 'address') return t('contacts.refusedAddress');
  return t(field === 'name' ? 'contacts.refusedName' : 'contacts.refusedOther');
}

const FILE_PROBLEMS = {
  too_large: 'contacts.importTooLarge',
  not_text: 'contacts.importNotText',
  no_records: 'contacts.importNoRecords',
  too_many: 'contacts.importTooMany',
  unreadable: 'contacts.importUnreadable',
} as const satisfies Readonly<Record<RecordsFileProblem | 'unreadable', MessageKey>>;

/** Why a file cannot be imported. */
export function explainFileProblem(problem: RecordsFileProblem | 'unreadable'): string {
  return t(FILE_PROBLEMS[problem]);
}

function nameOf({ name, address }: { name: string; address: string }): { name: string; address: string } {
  return { name, address: `${address.slice(0, 6)}…${address.slice(-6)}` };
}
