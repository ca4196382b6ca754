import type { Address } from '@cairn/protocol';
import type { KnownAddress } from '@cairn/wallet';
import { t } from '../../messages/messages.ts';

/** How many are offered at once. */
const SHOWN = 5;

/** Contacts and own accounts that fit what is typed so far, to choose from; nothing where none does. */
export function RecipientSuggestions(props: {
  typed: string;
  known: readonly KnownAddress[];
  /** The account that is sending: it is not offered. */
  sender: Address;
  onChoose: (address: Address) => void;
}) {
  const { typed, known, sender, onChoose } = props;
  const fitting = findSuggestions(typed, known, sender);
  if (fitting.length === 0) return null;
  return (
    <ul class="w-suggestions" aria-label={t('send.suggestions')}>
      {fitting.map(({ address, name = '' }) => (
        <li key={address}>
          <button type="button" class="w-suggestion" onClick={() => onChoose(address)}>
            <span class="c-visually-hidden">{t('send.suggest')} </span>
            <span class="w-suggestion__name">{name}</span>{' '}
            <span class="w-suggestion__address">{`${address.slice(0, 6)}…${address.slice(-4)}`}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

/**
 * Only what its owner has named is offered: an address from the history may be a forger's. Contacts come before own
 * accounts.
 */
export function findSuggestions(
  typed: string,
  known: readonly KnownAddress[],
  sender: Address,
): KnownAddress[] {
  const text = typed.trim().toLowerCase();
  return known
    .filter(({ trust, address }) => (trust === 'own' || trust === 'contact') && address !== sender)
    .filter(({ address, name = '' }) => address.startsWith(typed.trim()) || name.toLowerCase().includes(text))
    .toSorted((a, b) => Number(a.trust === 'own') - Number(b.trust === 'own'))
    .slice(0, SHOWN);
}
