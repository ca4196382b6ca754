import { Button } from '@cairn/ui';
import type { Contact } from '@cairn/wallet';
import { CheckedAddress } from '../../shared/address.tsx';
import { Entry } from '../../shared/entry.tsx';
import { WalletIcon } from '../../shared/wallet-icon.tsx';
import { useWallet } from '../../wallet/context.ts';
import { goTo } from '../../shared/route.ts';
import { t } from './texts.ts';

/** List of contacts. */
export function ContactList(props: { contacts: readonly Contact[]; onEdit: (contact: Contact) => void }) {
  const { model } = useWallet();
  return (
    <ul class="c-rows" aria-label={t('contacts.list')}>
      {props.contacts.map((contact) => (
        <Entry
          key={contact.address}
          name={contact.name}
          address={contact.address}
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
                <WalletIcon name="send" /> {t('contacts.send')}
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
          <CheckedAddress address={contact.address} what={t('accounts.addressWord')} />
          {contact.note !== '' && <span class="c-faint c-small">{contact.note}</span>}
        </Entry>
      ))}
    </ul>
  );
}
