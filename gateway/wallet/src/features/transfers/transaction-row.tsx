import type { RpcTransaction } from '@cairn/api/rpc';
import { type Address, parsePebbles } from '@cairn/protocol';
import { Badge, Button, Identifier, type KeyValue, Timestamp } from '@cairn/ui';
import {
  CONTENTS_LIMITS,
  type Direction,
  SETTLED_DEPTH,
  directionOf,
  labelOf,
  setLabel,
} from '@cairn/wallet';
import { useState } from 'preact/hooks';
import { CheckedAddress } from '../../shared/address.tsx';
import { Amount } from '../../shared/amount.tsx';
import { Facts } from '../../shared/lists.tsx';
import { LimitedField } from '../../shared/fields.tsx';
import { TaskForm, useFocusOnChange } from '../../shared/form.tsx';
import { nameOfAddress } from '../../shared/names.ts';
import { formatNumber } from '../../shared/texts.ts';
import { WalletIcon } from '../../shared/wallet-icon.tsx';
import { type WalletView, useWallet } from '../../wallet/context.ts';
import { depthUnder, outboxOf } from '../../wallet/state.ts';
import { type Meaning, meaningFact, meaningOf } from './meaning.tsx';
import { Rich, t } from './texts.ts';
import { ExplorerLink } from './transfer-result.tsx';

const ICONS = { in: 'receive', out: 'send', self: 'self', reward: 'reward' } as const;

/** A transaction of the selected account, which unfolds to show its details. */
export function TransactionRow({ transaction }: { transaction: RpcTransaction }) {
  const { wallet, state } = useWallet();
  const direction = directionOf(transaction, wallet.selected.address);
  const meaning = meaningOf(transaction, outboxOf(state));
  return (
    <li>
      <details class="w-tx__details">
        <summary class="w-tx__summary">
          <span class={`w-tx__icon w-tx__icon--${direction}`}>
            <WalletIcon name={ICONS[direction]} />
          </span>
          <Summary {...{ transaction, direction, meaning }} />
        </summary>
        <TransactionDetails {...{ transaction, direction, meaning }} />
      </details>
    </li>
  );
}

function Summary(props: { transaction: RpcTransaction; direction: Direction; meaning: Meaning }) {
  const { transaction, direction, meaning } = props;
  const { wallet } = useWallet();
  const label = labelOf(wallet.labels, transaction.id);
  return (
    <span class="c-lines">
      <span class="c-row c-row--between">
        <span class="c-strong">
          {t(meaning.kind === 'cancellation' ? 'tx.cancellation' : `tx.${direction}`)}
        </span>
        <Amount value={parsePebbles(transaction.value)} direction={signOf(direction)} />
      </span>
      <span class="c-row c-row--between c-faint c-small">
        <span>
          <Counterpart {...{ transaction, direction, meaning }} />
        </span>
        <When transaction={transaction} />
      </span>
      {label !== undefined && (
        <span class="c-row c-muted c-small">
          <WalletIcon name="tag" /> {label}
        </span>
      )}
    </span>
  );
}

/** “Pending” or the time of the block; also the depth of the block, while a reorganization may still replace it. */
function When({ transaction: { status, block_height: height, timestamp } }: { transaction: RpcTransaction }) {
  const { state } = useWallet();
  if (status === 'pending') {
    return (
      <Badge tone="warn" dot="pulse">
        {t('tx.pending')}
      </Badge>
    );
  }
  // The genesis block cannot be replaced.
  const depth = height === null || height === 0 ? undefined : depthUnder(state, height);
  return (
    <span class="c-row">
      {depth !== undefined && depth < SETTLED_DEPTH && <span>{t('tx.confirmations', { count: depth })}</span>}
      <Timestamp seconds={timestamp ?? 0} />
    </span>
  );
}

function signOf(direction: Direction): 'in' | 'out' | 'self' {
  return direction === 'reward' ? 'in' : direction;
}

/** The other party; of a cancellation, the cancelled transfer, or a note that this looks like one. */
function Counterpart(props: { transaction: RpcTransaction; direction: Direction; meaning: Meaning }) {
  const { transaction, direction, meaning } = props;
  if (direction === 'reward') return null;
  if (direction !== 'self') {
    const who = <Who address={direction === 'in' ? transaction.from_address : transaction.to_address} />;
    return <Rich k={direction === 'in' ? 'tx.from' : 'tx.to'} values={{ who }} />;
  }
  if (meaning.kind === 'payment') return null;
  if (meaning.kind === 'some_cancellation') return <>{t('tx.likeCancellation')}</>;
  const values = { amount: <Amount value={meaning.value} />, who: <Who address={meaning.toAddress} /> };
  return <Rich k="tx.cancellationOf" values={values} />;
}

function Who({ address }: { address: Address }) {
  const { wallet } = useWallet();
  const name = nameOfAddress(wallet, address);
  if (name !== undefined) return <>{name}</>;
  return <Identifier value={address} what={t('accounts.addressWord')} length="short" copy={false} />;
}

/** A transaction's details, its private label and a link to the explorer. */
export function TransactionDetails(props: {
  transaction: RpcTransaction;
  direction: Direction;
  meaning: Meaning;
}) {
  const { transaction, direction, meaning } = props;
  const view = useWallet();
  return (
    <div>
      <Facts items={factsOf(transaction, direction, meaning, view)} />
      <div class="c-row c-row--between c-pad c-ruled">
        <LabelEditor id={transaction.id} />
        <ExplorerLink id={transaction.id} pending={transaction.status === 'pending'} />
      </div>
    </div>
  );
}

function factsOf(
  transaction: RpcTransaction,
  direction: Direction,
  meaning: Meaning,
  view: WalletView,
): KeyValue[] {
  const { id, from_address: from, to_address: to, block_height: height, timestamp } = transaction;
  const party = (address: Address, what: string) => <Party view={view} address={address} what={what} />;
  const facts: (KeyValue | false)[] = [
    { label: t('tx.status'), value: statusOf(transaction, view) },
    meaning.kind === 'cancellation' && meaningFact(meaning),
    { label: t('tx.amount'), value: <Amount value={parsePebbles(transaction.value)} /> },
    direction !== 'reward' && { label: t('tx.fromLabel'), value: party(from, t('tx.sender')) },
    { label: t('tx.toLabel'), value: party(to, t('outbox.recipient_what')) },
    direction !== 'reward' && {
      label: t('tx.fee'),
      value: <Amount value={parsePebbles(transaction.fee)} />,
    },
    direction !== 'reward' && { label: t('tx.nonce'), value: String(transaction.nonce) },
    height !== null && { label: t('tx.block'), value: formatNumber(height) },
    timestamp !== null && { label: t('tx.time'), value: <Timestamp seconds={timestamp} show="exact" /> },
    { label: t('tx.id'), value: <Identifier value={id} what={t('tx.idWhat')} length="whole" /> },
  ];
  return facts.filter((fact) => fact !== false);
}

/** Name (if known) and whole address of the sender or recipient. */
function Party({ view, address, what }: { view: WalletView; address: Address; what: string }) {
  const name = nameOfAddress(view.wallet, address);
  return (
    <span class="c-lines">
      {name !== undefined && <span class="c-strong">{name}</span>}
      <CheckedAddress address={address} what={what} length="whole" />
    </span>
  );
}

/** “Pending” or the depth in the node's own chain, which is not finality (interface document, section 8). */
function statusOf({ status, block_height: height }: RpcTransaction, { state }: WalletView): string {
  if (status === 'pending') return t('tx.pendingLong');
  const depth = height === null ? undefined : depthUnder(state, height);
  return depth === undefined ? t('tx.confirmed') : t('tx.confirmations', { count: depth });
}

/** A button that unfolds into a field for the private label of a transaction. */
function LabelEditor({ id }: { id: string }) {
  const { model, wallet } = useWallet();
  const label = labelOf(wallet.labels, id);
  const [typed, setTyped] = useState<string | undefined>(undefined);
  const container = useFocusOnChange(typed !== undefined);
  if (typed === undefined) {
    return (
      <div ref={container}>
        <Button size="sm" onClick={() => setTyped(label ?? '')}>
          <WalletIcon name="tag" /> {t(label === undefined ? 'label.add' : 'label.edit')}
        </Button>
      </div>
    );
  }
  const full = setLabel(wallet.labels, id, typed) === wallet.labels && typed.trim() !== '' && !label;
  const save = async (): Promise<void> => {
    await model.vault.update((contents) => ({
      ...contents,
      labels: setLabel(contents.labels, id, typed),
    }));
    setTyped(undefined);
  };
  return (
    <div class="w-label-form" ref={container}>
      <TaskForm check={() => !full} run={save} action={t('common.save')} onLeave={() => setTyped(undefined)}>
        <LimitedField
          label={t('label.field')}
          value={typed}
          maxLength={CONTENTS_LIMITS.label}
          hint={t('label.hint')}
          error={full ? t('label.full') : undefined}
          onInput={setTyped}
        />
      </TaskForm>
    </div>
  );
}
