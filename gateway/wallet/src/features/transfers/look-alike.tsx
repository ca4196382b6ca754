import type { Address } from '@cairn/protocol';
import { Notice } from '@cairn/ui';
import { collectKnownAddresses, differingPositions, type KnownAddress, type OutboxItem } from '@cairn/wallet';
import { useMemo } from 'preact/hooks';
import { AddressGroups } from '../../shared/address.tsx';
import { Checkbox } from '../../shared/fields.tsx';
import { namedAccounts, ownAccounts } from '../../shared/names.ts';
import { useWallet } from '../../model/context.ts';
import type { AccountData, OpenWallet } from '../../model/state.ts';
import { t } from './texts.ts';

/**
 * Own accounts, watched addresses, contacts, and those in loaded or stored transactions.
 */
export function useKnownAddresses(): readonly KnownAddress[] {
  const { wallet, data, state } = useWallet();
  return useMemo(() => findKnownAddresses(wallet, data, state.outbox), [wallet, data, state.outbox]);
}

function findKnownAddresses(
  wallet: OpenWallet,
  data: AccountData | undefined,
  outbox: readonly OutboxItem[],
): readonly KnownAddress[] {
  const watched = namedAccounts({ accounts: wallet.accounts.filter(({ kind }) => kind === 'watched') });
  const transfers = data === undefined ? [] : [...data.history.pending, ...data.history.confirmed];
  const stored = outbox.map(({ entry }) => ({
    from_address: entry.fromAddress,
    to_address: entry.toAddress,
  }));
  return collectKnownAddresses({
    own: ownAccounts(wallet),
    contacts: [...wallet.contacts, ...watched],
    transfers: [...transfers, ...stored],
  });
}

/** Shows a recipient above the known address that it looks like, with every difference marked. */
export function LookAlike(props: {
  address: Address;
  known: KnownAddress;
  /** The checkbox that confirms the recipient; absent if the user confirmed it in the form. */
  accept?: {
    readonly accepted: boolean;
    /** The user has submitted the form: show an error unless the checkbox is ticked. */
    readonly missing: boolean;
    readonly onChange: (accepted: boolean) => void;
  };
}) {
  const { address, known, accept } = props;
  const { trust, name = '' } = known;
  const isNamed = trust === 'own' || trust === 'contact';
  return (
    <Notice tone="warn" title={t('send.alike_title')} live>
      <p>{t('send.alike_text')}</p>
      <dl class="w-alike">
        <div>
          <dt>{t('send.alike_typed')}</dt>
          <dd>
            <AddressGroups address={address} marked={differingPositions(address, known.address)} />
          </dd>
        </div>
        <div>
          <dt>{isNamed ? t(`send.alike_known_${trust}`, { name }) : t(`send.alike_known_${trust}`)}</dt>
          <dd>
            <AddressGroups address={known.address} marked={differingPositions(known.address, address)} />
          </dd>
        </div>
      </dl>
      {accept !== undefined && (
        <Checkbox
          label={t('send.alike_accept')}
          checked={accept.accepted}
          error={accept.missing && !accept.accepted ? t('send.alike_missing') : undefined}
          onChange={accept.onChange}
        />
      )}
    </Notice>
  );
}
