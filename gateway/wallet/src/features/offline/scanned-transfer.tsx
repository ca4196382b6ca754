import type { NetworkName, TransactionBody } from '@cairn/protocol';
import { Amount, Button, Notice } from '@cairn/ui';
import { recipientRisk } from '@cairn/wallet';
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { Facts } from '../../shared/facts.tsx';
import { useWallet } from '../../wallet/context.ts';
import { findKnownAddresses, LookAlike, originOf, Recipient } from '../transfers/index.ts';
import type { WalletAccount } from '../../wallet/state.ts';
import { t } from './texts.ts';

/**
 * Finds the wallet's account that a transfer is from, and selects it; `undefined` if the wallet has no such account.
 */
export function useSender({ fromAddress }: TransactionBody): WalletAccount | undefined {
  const { model, wallet } = useWallet();
  const account = wallet.accounts.find(({ address }) => address === fromAddress);
  const ref = account?.ref;
  useEffect(() => {
    // If the selection cannot be stored, it still applies in this tab.
    if (ref !== undefined && ref !== wallet.selected.ref)
      void model.vault.selectAccount(ref).catch(() => undefined);
  }, [ref]);
  return account;
}

/** Amount and recipient in large type, with a warning if the recipient looks like a known address. */
export function TransferHead({ body }: { body: TransactionBody }) {
  const { wallet, data } = useWallet();
  const { lookAlike } = recipientRisk({ address: body.toAddress, ...findKnownAddresses(wallet, data) });
  return (
    <>
      <p class="w-confirm__amount">
        <Amount value={body.value} />
      </p>
      <Recipient address={body.toAddress} label={t('confirm.to')} />
      {lookAlike !== undefined && <LookAlike address={body.toAddress} known={lookAlike} />}
    </>
  );
}

/** Fee, total, sender, nonce and network: what the signature covers besides amount and recipient. */
export function TransferFacts(props: { body: TransactionBody; sender: WalletAccount; network: NetworkName }) {
  const { body, sender, network } = props;
  return (
    <Facts
      items={[
        { label: t('tx.fee'), value: <Amount value={body.fee} /> },
        { label: t('confirm.total'), value: <Amount value={body.value + body.fee} /> },
        ...originOf(body, sender, network),
      ]}
    />
  );
}

/** Error that says why a scanned transfer is neither signed nor sent. */
export function RefusedTransfer({ onAgain, children }: { onAgain: () => void; children: ComponentChildren }) {
  return (
    <Notice
      tone="error"
      title={t('scan.refused')}
      live
      action={<Button onClick={onAgain}>{t('scan.again')}</Button>}
    >
      {children}
    </Notice>
  );
}
