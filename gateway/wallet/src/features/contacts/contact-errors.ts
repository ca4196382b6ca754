import type { NetworkName } from '@cairn/protocol';
import { CONTENTS_LIMITS } from '@cairn/wallet';
import { type ContactProblem } from '@cairn/wallet/contacts';
import { explainRecipient } from '../../shared/field-errors.ts';
import { t } from './texts.ts';

/** Error text for a problem of a typed contact. @param address as typed, without white space */
export function explainContactProblem(found: ContactProblem, address: string, network: NetworkName): string {
  if (found.field === 'list') return t('contacts.full', { count: CONTENTS_LIMITS.contacts });
  switch (found.problem) {
    case 'empty':
      return t('contacts.nameEmpty');
    case 'too_long':
      return t('contacts.tooLong', { count: CONTENTS_LIMITS[found.field] });
    case 'invalid':
      return explainRecipient(found.entry, address, network);
    case 'alike':
      return t('contacts.addressAlike', { name: found.by.name });
    default:
      return t(`contacts.${found.field}Taken`, { name: found.by.name });
  }
}
