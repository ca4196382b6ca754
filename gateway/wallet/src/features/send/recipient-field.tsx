import type { Address, NetworkName } from '@cairn/protocol';
import { Button, TextField } from '@cairn/ui';
import {
  type KnownAddress,
  PAYMENT_REQUEST_LIMITS,
  type RecipientEntry,
  type RecipientRisk,
} from '@cairn/wallet';
import { useMemo } from 'preact/hooks';
import { explainRecipient } from '../../shared/field-errors.ts';
import type { KnownAddresses } from '../transfers/index.ts';
import { t } from './texts.ts';

/** The field for the recipient, checked as it is typed, with suggestions below. */
export function RecipientField(props: {
  value: string;
  onInput: (recipient: string) => void;
  entry: RecipientEntry | undefined;
  risk: RecipientRisk | undefined;
  knownAddresses: KnownAddresses;
  /** Address of the sending account. */
  sender: Address;
  network: NetworkName;
  /** True after a submission: empty or unfinished input then also shows an error. */
  strict: boolean;
  /** Error text for an invalid payment request in the field. */
  problem: string | undefined;
}) {
  const { value, onInput, entry, network, strict, problem, knownAddresses } = props;
  const typed = value.replace(/\s+/g, '');
  const explanation = useMemo(
    () => (entry === undefined || entry.ok ? undefined : explainRecipient(entry, typed, network)),
    [entry?.ok, typed, network],
  );
  const searching = isSearching(value, knownAddresses, props.sender);
  // Unfinished input shows an error only after a submission.
  const unfinished = searching || (entry?.ok === false && ['empty', 'too_short'].includes(entry.problem));
  const hint = searching ? undefined : (explanation ?? describeRecipient(props));
  return (
    <div class="c-stack c-stack--tight">
      <TextField
        label={t('send.recipient')}
        mono
        value={value}
        // One more than a payment request may have, so that a longer one is still rejected.
        maxLength={PAYMENT_REQUEST_LIMITS.uri + 1}
        placeholder={t('send.recipient_placeholder')}
        hint={value === '' ? undefined : hint}
        error={
          problem ?? (unfinished && !strict ? undefined : searching ? t('recipient.choose') : explanation)
        }
        onInput={onInput}
      />
      {entry?.ok !== true && (
        <RecipientSuggestions
          typed={value}
          known={knownAddresses.known}
          sender={props.sender}
          onChoose={onInput}
        />
      )}
    </div>
  );
}

/** Whether the input is the beginning of a suggested name, rather than an address. */
function isSearching(value: string, { known }: KnownAddresses, sender: Address): boolean {
  const text = value.trim().toLowerCase();
  if (text === '') return false;
  return findSuggestions(value, known, sender).some(({ name }) => name?.toLowerCase().startsWith(text));
}

/** Describes a valid recipient: whose address it is, and whether the account has paid it before. */
function describeRecipient(props: {
  entry: RecipientEntry | undefined;
  risk: RecipientRisk | undefined;
  knownAddresses: KnownAddresses;
  sender: Address;
}): string | undefined {
  const { entry, risk, knownAddresses, sender } = props;
  if (!entry?.ok || risk === undefined) return undefined;
  if (entry.address === sender) return t('recipient.own_self');
  const { known, firstTime } = risk;
  if (known?.trust === 'own') return t('recipient.own', { name: known.name ?? '' });
  const who = known?.trust === 'contact' ? t('recipient.contact', { name: known.name ?? '' }) : undefined;
  return [
    who ?? t('recipient.adds_up'),
    firstTime ? describeFirstTime(knownAddresses) : t('recipient.paid'),
  ].join(' ');
}

/** Text for a recipient without an earlier payment; names the number of searched transfers if not all are loaded. */
function describeFirstTime({ complete, read }: KnownAddresses): string {
  return complete ? t('recipient.first_time') : t('recipient.first_time_read', { count: read });
}

/** Maximum number of suggestions. */
const MAX_SUGGESTIONS = 5;

/** A list of buttons with the contacts and own accounts that match the input. */
function RecipientSuggestions(props: {
  typed: string;
  known: readonly KnownAddress[];
  /** Address of the sending account, which is not suggested. */
  sender: Address;
  onChoose: (address: Address) => void;
}) {
  const { typed, known, sender, onChoose } = props;
  const suggestions = findSuggestions(typed, known, sender);
  if (suggestions.length === 0) return null;
  return (
    <ul class="c-row w-suggestions" aria-label={t('send.suggestions')}>
      {suggestions.map(({ address, name = '' }) => (
        <li key={address}>
          <Button size="sm" onClick={() => onChoose(address)}>
            <span class="c-visually-hidden">{t('send.suggest')} </span>
            <span class="c-strong">{name}</span>{' '}
            <span class="c-mono c-faint">{`${address.slice(0, 6)}…${address.slice(-4)}`}</span>
          </Button>
        </li>
      ))}
    </ul>
  );
}

/**
 * Known addresses to suggest for the input: contacts, then own accounts, at most {@link MAX_SUGGESTIONS}. Addresses
 * from the history are not suggested, because they may be an attacker's.
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
    .slice(0, MAX_SUGGESTIONS);
}
