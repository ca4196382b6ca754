import { Button, Card, EmptyState, Identifier } from '@cairn/ui';
import type { Contact } from '@cairn/wallet';
import { searchContacts } from '@cairn/wallet/contacts';
import { useState } from 'preact/hooks';
import { Entry } from '../../shared/lists.tsx';
import { SearchField } from '../../shared/fields.tsx';
import { goTo } from '../../shared/route.ts';
import { Screen } from '../../shared/screen.tsx';
import { WalletIcon } from '../../shared/wallet-icon.tsx';
import { useWallet } from '../../model/context.ts';
import { ContactForm } from './contact-form.tsx';
import { RecordsFile } from './records-file.tsx';
import { t } from './texts.ts';

/** The contact that the form changes; `undefined` for a new one. */
type Editing = { readonly contact: Contact | undefined };

/** The address book. */
export function Contacts() {
  const [editing, setEditing] = useState<Editing | undefined>(undefined);
  if (editing !== undefined) {
    const { contact } = editing;
    return (
      <Screen title={t(contact === undefined ? 'contacts.add' : 'contacts.edit')} width="narrow">
        <ContactForm contact={contact} onDone={() => setEditing(undefined)} />
      </Screen>
    );
  }
  return (
    <Screen
      title={t('shell.contacts')}
      actions={
        <Button variant="primary" onClick={() => setEditing({ contact: undefined })}>
          <WalletIcon name="plus" /> {t('contacts.add')}
        </Button>
      }
    >
      <Book onEdit={(contact) => setEditing({ contact })} />
      <RecordsFile />
    </Screen>
  );
}

function Book({ onEdit }: { onEdit: (contact: Contact) => void }) {
  const { contacts } = useWallet().wallet;
  const [text, setText] = useState('');
  const shown = searchContacts(contacts, text);
  return (
    <Card
      title={t('contacts.count', { count: contacts.length })}
      actions={
        contacts.length > 0 && <SearchField label={t('contacts.search')} value={text} onInput={setText} />
      }
      flush
    >
      {contacts.length === 0 && <EmptyState title={t('contacts.none')}>{t('contacts.noneText')}</EmptyState>}
      {contacts.length > 0 && shown.length === 0 && <EmptyState title={t('contacts.noMatch')} />}
      {shown.length > 0 && <ContactList contacts={shown} onEdit={onEdit} />}
    </Card>
  );
}

/** List of contacts. */
export function ContactList(props: { contacts: readonly Contact[]; onEdit: (contact: Contact) => void }) {
  const { model } = useWallet();
  return (
    <ul class="c-rows" aria-label={t('shell.contacts')}>
      {props.contacts.map((contact) => (
        <Entry
          key={contact.address}
          actions={
            <>
              <Button
                size="sm"
                label={t('contacts.sendTo', { name: contact.name })}
                onClick={() => {
                  model.choosePayee(contact.address);
                  goTo('send');
                }}
              >
                <WalletIcon name="send" /> {t('shell.send')}
              </Button>
              <Button
                variant="ghost"
                size="sm"
                label={t('contacts.editNamed', { name: contact.name })}
                onClick={() => props.onEdit(contact)}
              >
                <WalletIcon name="edit" />
              </Button>
            </>
          }
        >
          <span class="c-strong">{contact.name}</span>
          <Identifier value={contact.address} what={t('accounts.addressOf', { name: contact.name })} />
          {contact.note !== '' && <span class="c-faint c-small">{contact.note}</span>}
        </Entry>
      ))}
    </ul>
  );
}
