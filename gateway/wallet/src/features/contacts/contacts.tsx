import { Button, Card, EmptyState } from '@cairn/ui';
import { type Contact } from '@cairn/wallet';
import { searchContacts } from '@cairn/wallet/contacts';
import { useState } from 'preact/hooks';
import { Screen } from '../../shared/screen.tsx';
import { SearchField } from '../../shared/fields.tsx';
import { WalletIcon } from '../../shared/wallet-icon.tsx';
import { useWallet } from '../../wallet/context.ts';
import { ContactForm } from './contact-form.tsx';
import { ContactList } from './contact-list.tsx';
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
      title={t('contacts.title')}
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
