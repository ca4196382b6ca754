import type { Address, NetworkName, TransactionBody } from '@cairn/protocol';
import { Amount, type KeyValue, UsualName } from '@cairn/ui';
import type { SendPlan } from '@cairn/wallet';
import { AddressGroups } from '../../shared/address.tsx';
import { Facts, MoreFacts } from '../../shared/facts.tsx';
import { accountName, nameOfAddress } from '../../shared/names.ts';
import { useWallet } from '../../wallet/context.ts';
import type { WalletAccount } from '../../wallet/state.ts';
import type { Meaning } from './meaning.ts';
import { Rich, t } from './texts.ts';

/** Summary of a plan in large type: amount and recipient, old and new fee, or the cancelled transfer. */
export function PlanHead({ plan, meaning }: { plan: SendPlan; meaning: Meaning }) {
  const { replaces, body } = plan;
  if (meaning.kind === 'some_cancellation') return <FeeChange plan={plan} />;
  const amount = <Amount value={meaning.value} />;
  if (replaces?.kind === 'speed_up') {
    const label = <Rich k={`confirm.fee_of_${meaning.kind}`} values={{ amount }} />;
    return (
      <>
        <FeeChange plan={plan} />
        <Recipient address={meaning.toAddress} label={label} />
      </>
    );
  }
  if (meaning.kind === 'payment') {
    return (
      <>
        <p class="w-confirm__amount">{amount}</p>
        <Recipient address={meaning.toAddress} label={t('confirm.to')} />
      </>
    );
  }
  return (
    <>
      <p class="w-confirm__amount w-confirm__amount--off">
        <s>{amount}</s>
      </p>
      <Recipient address={meaning.toAddress} label={t('confirm.not_to')} />
      <p>
        <Rich k="confirm.comes_back" values={{ amount, fee: <Amount value={body.fee} /> }} />
      </p>
    </>
  );
}

/** The old fee, struck through, and the new fee. */
function FeeChange({ plan: { body, replaces } }: { plan: SendPlan }) {
  return (
    <p class="w-confirm__amount w-confirm__fees">
      {replaces !== undefined && (
        <s class="w-confirm__before">
          <span class="c-visually-hidden">{t('confirm.fee_before')} </span>
          <Amount value={replaces.fee} />
        </s>
      )}{' '}
      <span>
        <span class="c-visually-hidden">{t('confirm.fee_new')} </span>
        <Amount value={body.fee} />
      </span>
    </p>
  );
}

/** The recipient's name and whole address. */
export function Recipient(props: { address: Address; label: preact.ComponentChildren }) {
  const { address, label } = props;
  const { wallet } = useWallet();
  const name = nameOfAddress(wallet, address);
  return (
    <div class="c-sunken c-lines w-confirm__to">
      <span class="c-faint c-small">{label}</span>
      {name === undefined ? <UsualName address={address} /> : <strong>{name}</strong>}
      <AddressGroups address={address} />
    </div>
  );
}

/** Everything that the signature covers, line by line; what few people need is folded. */
export function PlanFacts({ plan, meaning }: { plan: SendPlan; meaning: Meaning }) {
  const { wallet } = useWallet();
  const { body, total, remaining, network } = plan;
  const fee = { label: t('tx.fee'), value: <Amount value={body.fee} /> };
  const costs: KeyValue[] =
    meaning.kind === 'payment'
      ? [
          { label: t('tx.amount'), value: <Amount value={body.value} /> },
          fee,
          { label: t('confirm.total'), value: <Amount value={total} /> },
        ]
      : [fee, toSelf(body)];
  return (
    <>
      <Facts items={[...costs, { label: t('confirm.left'), value: <Amount value={remaining} /> }]} />
      <MoreFacts items={originOf(body, wallet.selected, network)} />
    </>
  );
}

/** Sender, nonce and network of a transfer. */
export function originOf(body: TransactionBody, sender: WalletAccount, network: NetworkName): KeyValue[] {
  return [
    {
      label: t('tx.fromLabel'),
      value: accountName(sender),
      hint: <AddressGroups address={body.fromAddress} />,
    },
    { label: t('tx.nonce'), value: String(body.nonce) },
    { label: t('confirm.network'), value: t('confirm.chain', { network, chain: body.chain }) },
  ];
}

/** A cancellation is signed as the smallest transfer to oneself. */
export function toSelf({ value }: TransactionBody): KeyValue {
  return { label: t('confirm.to_self'), value: <Amount value={value} />, hint: t('confirm.to_self_hint') };
}
