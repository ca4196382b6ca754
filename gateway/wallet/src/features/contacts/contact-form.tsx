import type { NetworkName } from '@cairn/protocol';
import { Card, TextField } from '@cairn/ui';
import { type Contact, CONTENTS_LIMITS } from '@cairn/wallet';
import { type ContactReview, putContact, reviewContact } from '@cairn/wallet/contacts';
import { useState } from 'preact/hooks';
import { AskButton } from '../../shared/ask-button.tsx';
import { TaskForm } from '../../shared/form.tsx';
import { explainRecipient, isUnfinished } from '../../shared/field-errors.ts';
import { LimitedField } from '../../shared/fields.tsx';
import { useWallet } from '../../model/context.ts';
import { ownAccounts } from '../../shared/names.ts';
import { LookAlike } from '../transfers/index.ts';
import { t } from './texts.ts';

/** Name, address and note of a contact, checked as they are typed. @param props.contact the one to change */
export function ContactForm({ contact, onDone }: { contact: Contact | undefined; onDone: () => void }) {
  const { model, wallet } = useWallet();
  const { contacts, network } = wallet;
  const [typed, setTyped] = useState<Contact>(contact ?? { address: '', name: '', note: '' });
  const [compared, setCompared] = useState<string | undefined>(undefined);
  const own = ownAccounts(wallet);
  const review = reviewContact(typed, { contacts, own, network }, contact?.address);
  const { address } = review.contact;
  const isCompared = review.alike === undefined || compared === address;
  const change = async (edit: (contacts: readonly Contact[]) => Contact[]): Promise<void> => {
    await model.vault.update((contents) => ({ ...contents, contacts: edit(contents.contacts) }));
    onDone();
  };
  return (
    <>
      <Card>
        <TaskForm
          check={() => review.name === undefined && review.address === undefined && isCompared}
          run={() => change((listed) => putContact(listed, review.contact, contact?.address))}
          action={t('common.save')}
          onLeave={onDone}
        >
          {(_task, submitted) => (
            <>
              <LimitedField
                label={t('common.name')}
                value={typed.name}
                maxLength={CONTENTS_LIMITS.name}
                error={explainName(review, submitted)}
                onInput={(name) => setTyped({ ...typed, name })}
              />
              <TextField
                label={t('contacts.address')}
                mono
                value={typed.address}
                hint={
                  own.some((account) => account.address === address) ? t('contacts.addressOwn') : undefined
                }
                error={explainAddress(review, network, submitted)}
                onInput={(text) => setTyped({ ...typed, address: text })}
              />
              {review.alike !== undefined && (
                <LookAlike
                  address={address}
                  known={review.alike}
                  accept={{
                    accepted: isCompared,
                    missing: submitted,
                    onChange: (accepted) => setCompared(accepted ? address : undefined),
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
            </>
          )}
        </TaskForm>
      </Card>
      {contact !== undefined && (
        <AskButton
          label={t('contacts.delete')}
          question={t('contacts.deleteAsk', { name: contact.name })}
          text={t('contacts.deleteText')}
          confirm={t('common.delete')}
          run={() => change((listed) => listed.filter((other) => other.address !== contact.address))}
        />
      )}
    </>
  );
}

function explainName({ name }: ContactReview, submitted: boolean): string | undefined {
  if (name === 'empty') return submitted ? t('contacts.nameEmpty') : undefined;
  return name && t('contacts.nameTaken', { name: name.name });
}

function explainAddress(
  { address }: ContactReview,
  network: NetworkName,
  submitted: boolean,
): string | undefined {
  if (address === undefined) return undefined;
  if ('name' in address) return t('contacts.addressTaken', { name: address.name });
  return submitted || !isUnfinished(address) ? explainRecipient(address, network) : undefined;
}
