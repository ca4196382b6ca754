import type { NetworkName } from '@cairn/protocol';
import { Card, TextField } from '@cairn/ui';
import { type Contact, CONTENTS_LIMITS } from '@cairn/wallet';
import { type ContactProblem, putContact, removeContact, reviewContact } from '@cairn/wallet/contacts';
import { useState } from 'preact/hooks';
import { AskButton } from '../../shared/ask-button.tsx';
import { TaskForm } from '../../shared/form.tsx';
import { explainRecipient, isUnfinished } from '../../shared/field-errors.ts';
import { LimitedField } from '../../shared/fields.tsx';
import { useWallet } from '../../model/context.ts';
import { ownAccounts } from '../../shared/names.ts';
import { LookAlike } from '../transfers/index.ts';
import { t } from './texts.ts';

const EMPTY: Contact = { address: '', name: '', note: '' };

/** Name, address and note of a contact, checked as they are typed. */
export function ContactForm({ contact, onDone }: { contact: Contact | undefined; onDone: () => void }) {
  const { model, wallet, ownAddresses } = useWallet();
  const [typed, setTyped] = useState(contact ?? EMPTY);
  const [strict, setStrict] = useState(false);
  const { contacts, network } = wallet;
  const replacing = contact?.address;
  const address = typed.address.replace(/\s+/g, '');
  const [confirmedAddress, setConfirmedAddress] = useState<string | undefined>(undefined);
  const own = ownAccounts(wallet);
  const review = reviewContact({ typed, contacts, own, network, replacing, confirmedAddress });
  const check = (): boolean => {
    setStrict(true);
    return review.ok;
  };
  const save = async (): Promise<void> => {
    if (!review.ok) return;
    await model.vault.update((contents) => ({
      ...contents,
      contacts: putContact(contents.contacts, review.contact, replacing),
    }));
    onDone();
  };
  const remove = async (): Promise<void> => {
    await model.vault.update((contents) => ({
      ...contents,
      contacts: removeContact(contents.contacts, contact?.address ?? ''),
    }));
    onDone();
  };
  const problemOf = (field: ContactProblem['field']): string | undefined => {
    const problem = review.ok ? undefined : review.problems.find((found) => found.field === field);
    if (problem === undefined || (!strict && isUnfinishedContact(problem))) return undefined;
    return explainContactProblem(problem, network);
  };
  const isOwn = ownAddresses.includes(address);
  return (
    <>
      <Card>
        <TaskForm check={check} run={save} action={t('common.save')} onLeave={onDone}>
          <LimitedField
            label={t('common.name')}
            value={typed.name}
            maxLength={CONTENTS_LIMITS.name}
            error={problemOf('name') ?? problemOf('list')}
            onInput={(name) => setTyped({ ...typed, name })}
          />
          <TextField
            label={t('contacts.address')}
            mono
            value={typed.address}
            hint={isOwn ? t('contacts.addressOwn') : undefined}
            error={problemOf('address')}
            onInput={(address) => setTyped({ ...typed, address })}
          />
          {review.alike !== undefined && (
            <LookAlike
              address={address}
              known={review.alike}
              accept={{
                accepted: confirmedAddress === address,
                missing: strict,
                onChange: (accepted) => setConfirmedAddress(accepted ? address : undefined),
              }}
            />
          )}
          <LimitedField
            label={t('contacts.note')}
            rows={2}
            value={typed.note}
            hint={t('contacts.noteHint')}
            maxLength={CONTENTS_LIMITS.note}
            onInput={(note) => setTyped({ ...typed, note })}
          />
        </TaskForm>
      </Card>
      {contact !== undefined && (
        <AskButton
          label={t('contacts.delete')}
          question={t('contacts.deleteAsk', { name: contact.name })}
          text={t('contacts.deleteText')}
          confirm={t('common.delete')}
          run={remove}
        />
      )}
    </>
  );
}

/** Whether a problem is only unfinished input, which shows an error only after a submission. */
function isUnfinishedContact(problem: ContactProblem): boolean {
  return problem.problem === 'empty' || (problem.problem === 'invalid' && isUnfinished(problem.entry));
}

/** Error text for a problem of a typed contact. */
function explainContactProblem(found: ContactProblem, network: NetworkName): string {
  if (found.field === 'list') return t('contacts.full', { count: CONTENTS_LIMITS.contacts });
  switch (found.problem) {
    case 'empty':
      return t('contacts.nameEmpty');
    case 'invalid':
      return explainRecipient(found.entry, network);
    case 'alike':
      return t('contacts.addressAlike', { name: found.by.name ?? '' });
    default:
      return t(`contacts.${found.field}Taken`, { name: found.by.name });
  }
}
