import type { RpcTransaction } from '@cairn/api/rpc';
import { parsePebbles } from '@cairn/protocol';
import { Amount, Badge, Identifier, Timestamp, type KeyValue } from '@cairn/ui';
import { directionOf, type Direction } from '@cairn/wallet';
import { transactionPage } from '../lib/explorer.ts';
import { Facts } from './facts.tsx';
import { WalletIcon, type WalletIconName } from './wallet-icon.tsx';

const KINDS: Readonly<Record<Direction, { title: string; icon: WalletIconName; other: string }>> = {
  in: { title: 'Received', icon: 'receive', other: 'from' },
  out: { title: 'Sent', icon: 'send', other: 'to' },
  self: { title: 'Sent to yourself', icon: 'self', other: 'to' },
  reward: { title: 'Block reward', icon: 'reward', other: '' },
};

/** One transaction as its account sees it; its details unfold. */
export function TransactionRow(props: {
  transaction: RpcTransaction;
  address: string;
  explorerUrl: string | null | undefined;
}) {
  const { transaction, address, explorerUrl } = props;
  const direction = directionOf(transaction, address);
  const { title, icon } = KINDS[direction];
  const pending = transaction.status === 'pending';
  return (
    <li class="w-tx">
      <details class="w-tx__details">
        <summary class="w-tx__summary">
          <span class={`w-tx__icon w-tx__icon--${direction}`}>
            <WalletIcon name={icon} />
          </span>
          <span class="w-tx__lines">
            <span class="w-tx__line">
              <span class="w-tx__title">{title}</span>
              <Amount value={parsePebbles(transaction.value)} direction={signOf(direction)} />
            </span>
            <span class="w-tx__line w-tx__line--quiet">
              {pending ? (
                <Badge tone="warn" dot="pulse">
                  Pending
                </Badge>
              ) : (
                <Timestamp seconds={transaction.timestamp ?? 0} />
              )}
              <Counterpart transaction={transaction} direction={direction} />
            </span>
          </span>
        </summary>
        <div class="w-tx__body">
          <Facts items={factsOf(transaction, direction)} />
          <ExplorerLink transaction={transaction} explorerUrl={explorerUrl} />
        </div>
      </details>
    </li>
  );
}

function signOf(direction: Direction): 'in' | 'out' | 'self' {
  return direction === 'reward' ? 'in' : direction;
}

function Counterpart({ transaction, direction }: { transaction: RpcTransaction; direction: Direction }) {
  if (direction === 'reward' || direction === 'self') return null;
  const other = direction === 'in' ? transaction.from_address : transaction.to_address;
  return (
    <span>
      {KINDS[direction].other} <Identifier value={other} what="address" length="short" copy={false} />
    </span>
  );
}

function factsOf(transaction: RpcTransaction, direction: Direction): KeyValue[] {
  const { id, from_address: from, to_address: to, block_height: height, timestamp } = transaction;
  const facts: KeyValue[] = [
    { label: 'Status', value: transaction.status === 'pending' ? 'Pending: in no block yet' : 'Confirmed' },
    { label: 'Transaction ID', value: <Identifier value={id} what="transaction ID" length="whole" /> },
  ];
  if (direction !== 'reward')
    facts.push({ label: 'From', value: <Identifier value={from} what="sender" length="whole" /> });
  facts.push({ label: 'To', value: <Identifier value={to} what="recipient" length="whole" /> });
  if (direction !== 'reward') {
    facts.push({ label: 'Fee', value: <Amount value={parsePebbles(transaction.fee)} /> });
    facts.push({ label: 'Nonce', value: String(transaction.nonce) });
  }
  if (height !== null) facts.push({ label: 'Block', value: height.toLocaleString('en') });
  if (timestamp !== null)
    facts.push({ label: 'Time', value: <Timestamp seconds={timestamp} show="exact" /> });
  return facts;
}

/** The explorer knows confirmed transactions only. */
function ExplorerLink(props: { transaction: RpcTransaction; explorerUrl: string | null | undefined }) {
  const href = transactionPage(props.explorerUrl, props.transaction.id);
  if (href === undefined || props.transaction.status === 'pending') return null;
  return (
    <p class="w-tx__link">
      <a href={href} target="_blank" rel="noopener noreferrer">
        Show in the explorer <WalletIcon name="external" />
        <span class="c-visually-hidden"> (opens a new tab)</span>
      </a>
    </p>
  );
}
