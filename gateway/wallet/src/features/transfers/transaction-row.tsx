import type { RpcTransaction } from '@cairn/api/rpc';
import { type Address, parsePebbles } from '@cairn/protocol';
import { Badge, Identifier, Timestamp } from '@cairn/ui';
import { type Direction, directionOf, isCancellation, labelOf, SETTLED_DEPTH } from '@cairn/wallet';
import { findCancelledTransfer, type CancelledTransfer } from './replacements.ts';
import { useWallet } from '../../wallet/context.ts';
import { nameOfAddress } from '../../shared/names.ts';
import { depthUnder, outboxOf } from '../../wallet/state.ts';
import { Amount } from '../../shared/amount.tsx';
import { TransactionDetails } from './transaction-details.tsx';
import { WalletIcon } from '../../shared/wallet-icon.tsx';
import { Rich, t } from './texts.ts';

const ICONS = { in: 'receive', out: 'send', self: 'self', reward: 'reward' } as const;

/** A transaction of the selected account, which unfolds to show its details. */
export function TransactionRow({ transaction }: { transaction: RpcTransaction }) {
  const { wallet, state } = useWallet();
  const direction = directionOf(transaction, wallet.selected.address);
  const cancelled =
    direction === 'self'
      ? findCancelledTransfer(transaction.id, outboxOf(state), wallet.cancelled)
      : undefined;
  return (
    <li class="w-tx">
      <details class="w-tx__details">
        <summary class="w-tx__summary">
          <span class={`w-tx__icon w-tx__icon--${direction}`}>
            <WalletIcon name={ICONS[direction]} />
          </span>
          <Summary transaction={transaction} direction={direction} cancelled={cancelled} />
        </summary>
        <TransactionDetails {...{ transaction, direction, cancelled }} />
      </details>
    </li>
  );
}

function Summary(props: {
  transaction: RpcTransaction;
  direction: Direction;
  cancelled: CancelledTransfer | undefined;
}) {
  const { transaction, direction, cancelled } = props;
  const { wallet } = useWallet();
  const label = labelOf(wallet.labels, transaction.id);
  return (
    <span class="c-lines">
      <span class="c-row c-row--between">
        <span class="c-strong">{t(cancelled === undefined ? `tx.${direction}` : 'tx.cancellation')}</span>
        <Amount value={parsePebbles(transaction.value)} direction={signOf(direction)} />
      </span>
      <span class="c-row c-row--between c-faint c-small">
        {direction === 'self' ? (
          <CancelledSummary transaction={transaction} cancelled={cancelled} />
        ) : (
          <Counterpart transaction={transaction} direction={direction} />
        )}
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
      {depth !== undefined && depth < SETTLED_DEPTH && <span>{t('tx.deep', { count: depth })}</span>}
      <Timestamp seconds={timestamp ?? 0} />
    </span>
  );
}

function signOf(direction: Direction): 'in' | 'out' | 'self' {
  return direction === 'reward' ? 'in' : direction;
}

/** The transfer that this transaction cancels. If it is unknown, at most a note that this looks like a cancellation. */
function CancelledSummary(props: { transaction: RpcTransaction; cancelled: CancelledTransfer | undefined }) {
  const { transaction, cancelled } = props;
  if (cancelled === undefined)
    return <span class="w-tx__who">{isCancellation(transaction) && t('tx.likeCancellation')}</span>;
  const values = {
    amount: <Amount value={cancelled.value} />,
    who: <Who address={cancelled.toAddress} />,
  };
  return (
    <span class="w-tx__who">
      <Rich k="tx.cancellationOf" values={values} />
    </span>
  );
}

function Counterpart({ transaction, direction }: { transaction: RpcTransaction; direction: Direction }) {
  if (direction === 'reward') return <span />;
  const who = <Who address={direction === 'in' ? transaction.from_address : transaction.to_address} />;
  return (
    <span class="w-tx__who">
      <Rich k={direction === 'in' ? 'tx.from' : 'tx.to'} values={{ who }} />
    </span>
  );
}

function Who({ address }: { address: Address }) {
  const { wallet } = useWallet();
  const name = nameOfAddress(wallet, address);
  if (name !== undefined) return <>{name}</>;
  return <Identifier value={address} what={t('tx.address')} length="short" copy={false} />;
}
