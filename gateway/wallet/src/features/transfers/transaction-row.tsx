import type { RpcTransaction } from '@cairn/api/rpc';
import { type Address, parsePebbles } from '@cairn/protocol';
import { Amount, Badge, Button, Identifier, type KeyValue, Timestamp } from '@cairn/ui';
import {
  CONTENTS_LIMITS,
  type Direction,
  directionOf,
  isCancellation,
  isReplaceable,
  type ReplacementKind,
  setLabel,
  SETTLED_DEPTH,
} from '@cairn/wallet';
import { useState } from 'preact/hooks';
import { AddressName } from '../../shared/address.tsx';
import { LimitedField } from '../../shared/fields.tsx';
import { TaskForm, useFocusOnChange } from '../../shared/form.tsx';
import { Facts } from '../../shared/lists.tsx';
import { nameOfAddress } from '../../shared/names.ts';
import { goTo } from '../../shared/route.ts';
import { formatNumber } from '../../shared/texts.ts';
import { WalletIcon } from '../../shared/wallet-icon.tsx';
import { useWallet } from '../../model/context.ts';
import { canSubmit, clockOffsetOf, depthUnder, outboxOf } from '../../model/state.ts';
import { isMissing, type Meaning, meaningOf } from './meaning.tsx';
import { Rich, t } from './texts.ts';
import { ExplorerLink } from './transfer-result.tsx';

const ICONS = { in: 'receive', out: 'send', self: 'self', reward: 'reward' } as const;

/** A transaction, and what it is to the selected account. */
interface RowProps {
  transaction: RpcTransaction;
  direction: Direction;
  meaning: Meaning;
}

/**
 * A transaction of the selected account, which unfolds to show its details. A pending one has buttons to speed it up or
 * cancel it.
 * @param props.before the pending transaction that must be confirmed before this one
 */
export function TransactionRow(props: { transaction: RpcTransaction; before?: RpcTransaction | undefined }) {
  const { transaction, before } = props;
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
        <Details {...{ transaction, direction, meaning }} />
      </details>
      {transaction.status === 'pending' && <Pending transaction={transaction} before={before} />}
    </li>
  );
}

function Summary({ transaction, direction, meaning }: RowProps) {
  const { wallet } = useWallet();
  const label = wallet.labels[transaction.id];
  // What it moves to its own sender is no cost; the fee is.
  const isFee = isCancellation(transaction);
  return (
    <span class="c-lines">
      <span class="c-row c-row--between">
        <span class="c-strong">
          {t(meaning.kind === 'cancellation' ? 'tx.cancellation' : `tx.${direction}`)}
        </span>
        <Amount
          value={parsePebbles(isFee ? transaction.fee : transaction.value)}
          direction={isFee ? 'out' : direction === 'reward' ? 'in' : direction}
        />
      </span>
      <span class="c-row c-row--between c-faint c-small">
        <span>
          <Counterpart {...{ transaction, direction, meaning }} />
        </span>
        <When {...transaction} />
      </span>
      {label !== undefined && (
        <span class="c-row c-muted c-small">
          <WalletIcon name="tag" /> {label}
        </span>
      )}
    </span>
  );
}

/**
 * “Pending”, with the time when this browser sent or first saw it; or the time of the block, and its depth while a
 * reorganization may still replace it.
 */
function When({ id, status, block_height: height, timestamp }: RpcTransaction) {
  const { state } = useWallet();
  if (status === 'pending') {
    const stored = outboxOf(state).find(({ entry }) => entry.id === id)?.entry;
    const since = stored === undefined ? state.pendingSince[id] : (stored.sentAt ?? stored.signedAt);
    return (
      <span class="c-row">
        <Badge tone="warn" dot="pulse">
          {t('common.pending')}
        </Badge>
        {since !== undefined && <Timestamp seconds={Math.floor(since / 1_000) + clockOffsetOf(state)} />}
      </span>
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

/** The other party; of a cancellation, the cancelled transfer, or a note that this looks like one. */
function Counterpart({ transaction, direction, meaning }: RowProps) {
  const named = (address: Address) => <AddressName address={address} what={t('accounts.addressWord')} />;
  if (direction === 'reward') return null;
  if (direction === 'in') return <Rich k="tx.from" values={{ who: named(transaction.from_address) }} />;
  if (direction === 'out') return <Rich k="tx.to" values={{ who: named(transaction.to_address) }} />;
  if (meaning.kind === 'payment') return null;
  if (meaning.kind === 'some_cancellation') return <>{t('tx.likeCancellation')}</>;
  const values = { amount: <Amount value={meaning.value} />, who: named(meaning.toAddress) };
  return <Rich k="tx.cancellationOf" values={values} />;
}

/** What its owner should know of a pending transaction, and the buttons to speed it up or cancel it. */
function Pending(props: { transaction: RpcTransaction; before: RpcTransaction | undefined }) {
  const { transaction, before } = props;
  const { id, nonce } = transaction;
  const { state, data } = useWallet();
  const outbox = outboxOf(state);
  const stored = outbox.find(({ entry }) => entry.id === id)?.entry;
  const isLost = outbox.some(
    (item) => item.entry.replaces?.id === id && isMissing(item) && !state.sending.includes(item.entry.id),
  );
  const remarks = [
    stored?.leftBlock !== undefined && t('pending.left_block', { height: stored.leftBlock }),
    stored?.replaces !== undefined && t('pending.either'),
    isLost && t('pending.missing'),
    before !== undefined && t('pending.behind', { nonce: before.nonce }),
  ].filter((remark) => remark !== false);
  const replaceable = data !== undefined && isReplaceable(transaction, data.account);
  if (remarks.length === 0 && !replaceable) return null;
  return (
    <div class="c-row c-row--between w-tx__pending">
      <div class="c-lines c-muted c-small">
        {remarks.map((remark) => (
          <span key={remark}>{remark}</span>
        ))}
      </div>
      {replaceable && (
        <div class="c-row">
          <ReplaceButton kind="speed_up" {...{ id, nonce }} />
          {!isCancellation(transaction) && <ReplaceButton kind="cancel" {...{ id, nonce }} />}
        </div>
      )}
    </div>
  );
}

function ReplaceButton({ kind, id, nonce }: { kind: ReplacementKind; id: string; nonce: number }) {
  const { model, state } = useWallet();
  return (
    <Button
      size="sm"
      variant={kind === 'cancel' ? 'ghost' : 'secondary'}
      disabled={!canSubmit(state)}
      label={t(`pending.${kind}_label`, { nonce })}
      onClick={() => {
        model.chooseReplacement({ id, kind });
        goTo('send');
      }}
    >
      {t(`pending.${kind}`)}
    </Button>
  );
}

/** What the row does not say of a transaction, its private label and links to the explorer. */
function Details({ transaction, direction }: RowProps) {
  const { state } = useWallet();
  const { id, status, block_height: height, timestamp } = transaction;
  // The depth in the node's own chain is not finality (interface document, section 8).
  const depth = height === null ? undefined : depthUnder(state, height);
  const facts: (KeyValue | false)[] = [
    {
      label: t('common.status'),
      value:
        depth === undefined
          ? t(status === 'pending' ? 'common.pending' : 'common.confirmed')
          : t('tx.confirmations', { count: depth }),
    },
    isCancellation(transaction) && {
      label: t('common.amount'),
      value: <Amount value={parsePebbles(transaction.value)} />,
    },
    direction === 'in' && {
      label: t('tx.fromLabel'),
      value: <Party address={transaction.from_address} what={t('tx.sender')} />,
    },
    direction === 'out' && {
      label: t('tx.toLabel'),
      value: <Party address={transaction.to_address} what={t('outbox.recipient_what')} />,
    },
    direction !== 'reward' && { label: t('tx.fee'), value: <Amount value={parsePebbles(transaction.fee)} /> },
    direction !== 'reward' && { label: t('tx.nonce'), value: String(transaction.nonce) },
    height !== null && { label: t('tx.block'), value: formatNumber(height) },
    timestamp !== null && { label: t('tx.time'), value: <Timestamp seconds={timestamp} show="exact" /> },
    { label: t('tx.id'), value: <Identifier value={id} what={t('tx.idWhat')} length="whole" /> },
  ];
  return (
    <div>
      <Facts items={facts.filter((fact) => fact !== false)} />
      <div class="c-row c-row--between c-pad c-ruled">
        <LabelEditor id={id} />
        <ExplorerLink id={id} pending={status === 'pending'} />
      </div>
    </div>
  );
}

/** Name (if known) and whole address of the sender or recipient. */
function Party({ address, what }: { address: Address; what: string }) {
  const name = nameOfAddress(useWallet().wallet, address);
  return (
    <span class="c-lines">
      {name !== undefined && <span class="c-strong">{name}</span>}
      <Identifier value={address} what={what} length="whole" />
    </span>
  );
}

/** A button that unfolds into a field for the private label of a transaction. */
function LabelEditor({ id }: { id: string }) {
  const { model, wallet } = useWallet();
  const label = wallet.labels[id];
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
  const save = async (): Promise<void> => {
    await model.vault.update((contents) => ({
      ...contents,
      labels: setLabel(contents.labels, id, typed),
    }));
    setTyped(undefined);
  };
  return (
    <div class="w-label-form" ref={container}>
      <TaskForm run={save} action={t('common.save')} onLeave={() => setTyped(undefined)}>
        <LimitedField
          label={t('label.field')}
          value={typed}
          maxLength={CONTENTS_LIMITS.label}
          hint={t('label.hint')}
          onInput={setTyped}
        />
      </TaskForm>
    </div>
  );
}
