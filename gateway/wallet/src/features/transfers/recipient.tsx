import type { Address } from '@cairn/protocol';
import { AddressFace, Amount, Timestamp, UsualName } from '@cairn/ui';
import { paymentsTo } from '@cairn/wallet';
import type { ComponentChildren } from 'preact';
import { AddressGroups } from '../../shared/address.tsx';
import { nameOfAddress } from '../../shared/names.ts';
import { useWallet } from '../../model/context.ts';
import { Rich, t } from './texts.ts';

/** A recipient as face, name and whole address; `children` say more. */
export function Recipient(props: {
  address: Address;
  label: ComponentChildren;
  children?: ComponentChildren;
}) {
  const { address, label, children } = props;
  const name = nameOfAddress(useWallet().wallet, address);
  return (
    <div class="c-sunken w-recipient">
      <AddressFace address={address} />
      <div class="c-lines">
        <span class="c-faint c-small">{label}</span>
        {name === undefined ? <UsualName address={address} /> : <strong>{name}</strong>}
        <AddressGroups address={address} />
        {children}
      </div>
    </div>
  );
}

/** What the selected account has paid an address, as far as its history is loaded. */
export function PaymentHistory({ address }: { address: Address }) {
  const { wallet, data, ownAddresses } = useWallet();
  const { selected } = wallet;
  if (address === selected.address) return <span class="w-history">{t('recipient.self')}</span>;
  if (data === undefined) return null;
  const { pending, confirmed, nextCursor } = data.history;
  const loaded = [...pending, ...confirmed];
  const { count, total, last } = paymentsTo(address, selected.address, loaded);
  if (count === 0 && ownAddresses.includes(address))
    return <span class="w-history">{t('recipient.own')}</span>;
  if (count === 0) {
    return (
      <span class="w-history w-history--none">
        {nextCursor === null
          ? t(ownAddresses.length > 1 ? 'recipient.first_time_account' : 'recipient.first_time')
          : t('recipient.first_time_loaded', { count: loaded.length })}
      </span>
    );
  }
  const when = last === undefined ? t('recipient.still_pending') : <Timestamp seconds={last} />;
  return (
    <span class="w-history">
      <Rich k="recipient.paid" count={count} values={{ total: <Amount value={total} />, when }} />
      {nextCursor !== null && ` ${t('recipient.older')}`}
    </span>
  );
}
