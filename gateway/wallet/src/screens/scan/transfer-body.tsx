import type { NetworkName, TransactionBody } from '@cairn/protocol';
import { Amount } from '@cairn/ui';
import { recipientRisk } from '@cairn/wallet';
import { useEffect } from 'preact/hooks';
import { accountName, nameOfAddress } from '../../lib/names.ts';
import { AddressGroups } from '../../components/address.tsx';
import { Facts } from '../../components/facts.tsx';
import { useWallet } from '../../lib/context.ts';
import { findKnownAddresses } from '../../lib/known-addresses.ts';
import { t } from '../../messages/messages.ts';
import type { WalletAccount } from '../../model/state.ts';
import { LookAlike } from '../send/look-alike.tsx';

/** The account of this wallet that a transfer is from, which is then the one that every screen shows. */
export function useSender({ fromAddress }: TransactionBody): WalletAccount | undefined {
  const { model, wallet } = useWallet();
  const account = wallet.accounts.find(({ address }) => address === fromAddress);
  const ref = account?.ref;
  useEffect(() => {
    // Where the choice cannot be stored it holds for this tab.
    if (ref !== undefined && ref !== wallet.selected.ref)
      void model.selectAccount(ref).catch(() => undefined);
  }, [ref]);
  return account;
}

/** Amount and recipient at the size of a decision, with a warning where the recipient looks like a known address. */
export function TransferHead({ body }: { body: TransactionBody }) {
  const { wallet, data } = useWallet();
  const name = nameOfAddress(wallet, body.toAddress);
  const { lookAlike } = recipientRisk({ address: body.toAddress, ...findKnownAddresses(wallet, data) });
  return (
    <>
      <p class="w-confirm__amount">
        <Amount value={body.value} />
      </p>
      <div class="w-confirm__to">
        <span class="w-confirm__label">{t('confirm.to')}</span>
        {name !== undefined && <strong>{name}</strong>}
        <AddressGroups address={body.toAddress} />
      </div>
      {lookAlike !== undefined && <LookAlike address={body.toAddress} known={lookAlike} />}
    </>
  );
}

/** Everything else that the signature covers, line by line. */
export function TransferFacts(props: { body: TransactionBody; sender: WalletAccount; network: NetworkName }) {
  const { body, sender, network } = props;
  return (
    <Facts
      items={[
        { label: t('confirm.fee'), value: <Amount value={body.fee} /> },
        { label: t('confirm.total'), value: <Amount value={body.value + body.fee} /> },
        {
          label: t('confirm.from'),
          value: accountName(sender),
          hint: <AddressGroups address={body.fromAddress} />,
        },
        { label: t('confirm.nonce'), value: String(body.nonce) },
        { label: t('confirm.network'), value: t('confirm.chain', { network, chain: body.chain }) },
      ]}
    />
  );
}
