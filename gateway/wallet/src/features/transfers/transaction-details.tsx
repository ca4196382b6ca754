import type { RpcTransaction } from '@cairn/api/rpc';
import { type Address, parsePebbles } from '@cairn/protocol';
import { Identifier, type KeyValue, Timestamp } from '@cairn/ui';
import type { Direction } from '@cairn/wallet';
import { depthUnder } from '../../wallet/state.ts';
import type { CancelledTransfer } from './replacements.ts';
import { useWallet, type WalletView } from '../../wallet/context.ts';
import { nameOfAddress } from '../../shared/names.ts';
import { Amount } from '../../shared/amount.tsx';
import { CheckedAddress, RecipientName } from '../../shared/address.tsx';
import { ExplorerLink } from './explorer-link.tsx';
import { Facts } from '../../shared/facts.tsx';
import { LabelEditor } from './label-editor.tsx';
import { formatNumber } from '../../shared/texts.ts';
import { Rich, t } from './texts.ts';

/** A transaction's details, its private label and a link to the explorer. */
export function TransactionDetails(props: {
  transaction: RpcTransaction;
  direction: Direction;
  /** The transfer that this transaction cancels, if known. */
  cancelled: CancelledTransfer | undefined;
}) {
  const { transaction, direction, cancelled } = props;
  const view = useWallet();
  return (
    <div class="w-tx__body">
      <Facts items={factsOf(transaction, direction, cancelled, view)} />
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
  cancelled: CancelledTransfer | undefined,
  view: WalletView,
): KeyValue[] {
  const { id, from_address: from, to_address: to, block_height: height, timestamp } = transaction;
  const party = (address: Address, what: string) => <Party view={view} address={address} what={what} />;
  const facts: (KeyValue | false)[] = [
    { label: t('tx.status'), value: statusOf(transaction, view) },
    cancelled !== undefined && {
      label: t('tx.cancels'),
      value: <Cancelled cancelled={cancelled} />,
      hint: <CheckedAddress address={cancelled.toAddress} what={t('tx.recipient')} length="whole" />,
    },
    { label: t('tx.amount'), value: <Amount value={parsePebbles(transaction.value)} /> },
    direction !== 'reward' && { label: t('tx.fromLabel'), value: party(from, t('tx.sender')) },
    { label: t('tx.toLabel'), value: party(to, t('tx.recipient')) },
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
    <>
      {name !== undefined && <span class="c-strong">{name}</span>}
      <CheckedAddress address={address} what={what} length="whole" />
    </>
  );
}

/** Amount and recipient of the cancelled transfer; the recipient's whole address is shown separately. */
function Cancelled({ cancelled: { value, toAddress } }: { cancelled: CancelledTransfer }) {
  const recipient = <RecipientName address={toAddress} />;
  return <Rich k="tx.cancelsWhat" values={{ amount: <Amount value={value} />, recipient }} />;
}

/** “Pending” or the depth in the node's own chain, which is not finality (interface document, section 8). */
function statusOf({ status, block_height: height }: RpcTransaction, { state }: WalletView): string {
  if (status === 'pending') return t('tx.pendingLong');
  const depth = height === null ? undefined : depthUnder(state, height);
  return depth === undefined ? t('tx.confirmed') : t('tx.confirmations', { count: depth });
}
