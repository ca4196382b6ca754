import type { Address, NetworkName, TransactionBody } from '@cairn/protocol';
import { Amount, type KeyValue } from '@cairn/ui';
import type { SendPlan } from '@cairn/wallet';
import { accountName, nameOfAddress } from '../../shared/names.ts';
import { AddressGroups } from '../../shared/address.tsx';
import { Facts, MoreFacts } from '../../shared/facts.tsx';
import { isSpeedUpOfCancellation, type CancelledTransfer } from './replacements.ts';
import { useWallet } from '../../wallet/context.ts';
import type { WalletAccount } from '../../wallet/state.ts';
import { Rich, t } from './texts.ts';

/**
 * Purpose of a plan. `faster_cancel` raises the fee of a cancellation if the wallet knows the cancelled transfer,
 * `faster_some_cancel` if it does not: a transfer of the smallest amount to oneself is then taken for a cancellation.
 */
export type Purpose = 'send' | 'speed_up' | 'cancel' | 'faster_cancel' | 'faster_some_cancel';

/** Purpose of a plan. @param cancelled the transfer that the plan cancels, if known */
export function purposeOf(plan: SendPlan, cancelled: CancelledTransfer | undefined): Purpose {
  if (plan.replaces === undefined) return 'send';
  if (plan.replaces.kind === 'cancel') return 'cancel';
  if (cancelled !== undefined) return 'faster_cancel';
  return isSpeedUpOfCancellation(plan) ? 'faster_some_cancel' : 'speed_up';
}

/** Summary of a plan in large type: amount and recipient, old and new fee, or the cancelled transfer. */
export function PlanHead(props: {
  plan: SendPlan;
  purpose: Purpose;
  cancelled: CancelledTransfer | undefined;
}) {
  const { plan, purpose, cancelled } = props;
  const { value, toAddress } = cancelled ?? plan.body;
  switch (purpose) {
    case 'send':
      return (
        <>
          <p class="w-confirm__amount">
            <Amount value={value} />
          </p>
          <Recipient address={toAddress} label={t('confirm.to')} />
        </>
      );
    case 'cancel':
      return (
        <>
          <p class="w-confirm__amount w-confirm__amount--off">
            <s>
              <Amount value={value} />
            </s>
          </p>
          <Recipient address={toAddress} label={t('confirm.not_to')} />
          <p>
            <Rich
              k="confirm.comes_back"
              values={{ amount: <Amount value={value} />, fee: <Amount value={plan.body.fee} /> }}
            />
          </p>
        </>
      );
    default:
      return (
        <>
          <FeeChange plan={plan} />
          {purpose !== 'faster_some_cancel' && (
            <Recipient
              address={toAddress}
              label={
                <Rich
                  k={purpose === 'speed_up' ? 'confirm.fee_of' : 'confirm.fee_of_cancel'}
                  values={{ amount: <Amount value={value} /> }}
                />
              }
            />
          )}
        </>
      );
  }
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
      {name !== undefined && <strong>{name}</strong>}
      <AddressGroups address={address} />
    </div>
  );
}

/** Everything that the signature covers, line by line. */
export function PlanFacts({ plan, purpose }: { plan: SendPlan; purpose: Purpose }) {
  const { wallet } = useWallet();
  const { body } = plan;
  const sends = purpose === 'send' || purpose === 'speed_up';
  return (
    <FoldedFacts
      items={[
        ...(sends ? [{ label: t('confirm.amount'), value: <Amount value={body.value} /> }] : []),
        feeOf(plan),
        ...(sends ? [totalOf(plan)] : [toSelf(plan)]),
        { label: t('confirm.left'), value: <Amount value={plan.remaining} /> },
      ]}
      more={originOf(body, wallet.selected, plan.network)}
    />
  );
}

/** Facts of a transfer, with those that few people need folded below them. */
export function FoldedFacts({ items, more }: { items: readonly KeyValue[]; more: readonly KeyValue[] }) {
  return (
    <>
      <Facts items={items} />
      <MoreFacts items={more} />
    </>
  );
}

/** Sender, nonce and network of a transfer. */
export function originOf(body: TransactionBody, sender: WalletAccount, network: NetworkName): KeyValue[] {
  return [
    {
      label: t('confirm.from'),
      value: accountName(sender),
      hint: <AddressGroups address={body.fromAddress} />,
    },
    { label: t('confirm.nonce'), value: String(body.nonce) },
    { label: t('confirm.network'), value: t('confirm.chain', { network, chain: body.chain }) },
  ];
}

function feeOf({ body, replaces }: SendPlan): KeyValue {
  const before = replaces && (
    <>
      {t('confirm.fee_before')} <Amount value={replaces.fee} />
    </>
  );
  return {
    label: t('confirm.fee'),
    value: <Amount value={body.fee} />,
    ...(before && { hint: before }),
  };
}

/** A cancellation is signed as the smallest transfer to oneself. */
function toSelf({ body }: SendPlan): KeyValue {
  return {
    label: t('confirm.to_self'),
    value: <Amount value={body.value} />,
    hint: t('confirm.to_self_hint'),
  };
}

function totalOf({ total }: SendPlan): KeyValue {
  const value = (
    <strong>
      <Amount value={total} />
    </strong>
  );
  return { label: t('confirm.total'), value };
}
