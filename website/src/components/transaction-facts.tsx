import type { TransactionDetail } from '@cairn/api/explorer';
import { COINBASE_SENDER, parsePebbles, TRANSACTION_SIZE } from '@cairn/protocol';
import {
  Amount,
  Badge,
  Card,
  Icon,
  Identifier,
  type KeyValue,
  KeyValueList,
  Skeleton,
  Timestamp,
} from '@cairn/ui';
import { addressLink, blockLink } from '../lib/links.ts';
import { DEPTH_HINT, formatCount } from '../lib/words.ts';
import { Depth } from './depth.tsx';

/** Hex characters of each half of an unlock signature: 64 bytes of signature, 64 bytes of public key. */
const HALF = 128;

export interface TransactionFactsProps {
  transaction: TransactionDetail;
  /** Height of the newest status. */
  tip: number | undefined;
}

/** A confirmed transaction: who paid whom, where it stands, and its signature. */
export function TransactionFacts({ transaction, tip }: TransactionFactsProps) {
  return (
    <>
      <Transfer transaction={transaction} />
      <div class="columns">
        <Card title="Where it stands" flush>
          <KeyValueList items={placeOf(transaction, tip)} />
        </Card>
        <Card title="Contents" flush>
          <KeyValueList items={contentsOf(transaction)} />
        </Card>
      </div>
      {transaction.unlock_sig !== null && (
        <Signature transaction={transaction} unlock={transaction.unlock_sig} />
      )}
    </>
  );
}

function isCoinbase({ from_address }: TransactionDetail): boolean {
  return from_address === COINBASE_SENDER;
}

function Transfer({ transaction }: { transaction: TransactionDetail }) {
  return (
    <Card>
      <div class="transfer">
        <p class="transfer__amount">
          <Amount value={parsePebbles(transaction.value)} large />
        </p>
        <dl class="transfer__parties">
          <div class="transfer__party">
            <dt>From</dt>
            <dd>
              {isCoinbase(transaction) ? (
                <Badge tone="accent">New coins and the block’s fees</Badge>
              ) : (
                <Identifier
                  value={transaction.from_address}
                  what="sender’s address"
                  href={addressLink(transaction.from_address)}
                />
              )}
            </dd>
          </div>
          <span class="transfer__arrow" aria-hidden="true">
            <Icon name="arrow-right" />
          </span>
          <div class="transfer__party">
            <dt>To</dt>
            <dd>
              <Identifier
                value={transaction.to_address}
                what="recipient’s address"
                href={addressLink(transaction.to_address)}
              />
            </dd>
          </div>
        </dl>
      </div>
    </Card>
  );
}

function placeOf(transaction: TransactionDetail, tip: number | undefined): KeyValue[] {
  const { block_height: height } = transaction;
  return [
    {
      label: 'Block',
      value: (
        <a class="height-link" href={blockLink(height)}>
          {formatCount(height)}
        </a>
      ),
    },
    {
      label: 'Confirmations',
      value: <Depth confirmations={transaction.confirmations} blockHeight={height} tip={tip} />,
      hint: DEPTH_HINT,
    },
    {
      label: 'Time',
      value: <Timestamp seconds={transaction.block_timestamp} show="both" />,
    },
    {
      label: 'Position',
      value: formatCount(transaction.transaction_index),
      hint: 'In its block, counted from 0.',
    },
    {
      label: 'Block ID',
      value: (
        <Identifier value={transaction.block_id} what="block ID" href={blockLink(transaction.block_id)} />
      ),
    },
  ];
}

function contentsOf(transaction: TransactionDetail): KeyValue[] {
  const coinbase = isCoinbase(transaction);
  return [
    { label: 'Transaction ID', value: <Identifier value={transaction.id} what="transaction ID" /> },
    { label: 'Amount', value: <Amount value={parsePebbles(transaction.value)} /> },
    { label: 'Fee', value: coinbase ? 'none' : <Amount value={parsePebbles(transaction.fee)} /> },
    {
      label: 'Nonce',
      value: formatCount(transaction.nonce),
      hint: coinbase ? 'The height of its block.' : 'Counts the sender’s transactions.',
    },
    { label: 'Chain', value: transaction.chain },
    { label: 'Size', value: `${TRANSACTION_SIZE} bytes` },
  ];
}

function Signature({ transaction, unlock }: { transaction: TransactionDetail; unlock: string }) {
  const items: KeyValue[] = isCoinbase(transaction)
    ? [
        {
          label: 'Miner’s bytes',
          value: <MinerBytes value={unlock} />,
          hint: 'Free for the miner to fill.',
        },
      ]
    : [
        { label: 'Signature', value: <Hex value={unlock.slice(0, HALF)} what="signature" /> },
        {
          label: 'Public key',
          value: <Hex value={unlock.slice(HALF)} what="public key" />,
          hint: 'Public by design: it proves that the sender’s key signed.',
        },
      ];
  return (
    <Card title={isCoinbase(transaction) ? 'Free bytes' : 'Signature'} flush>
      <KeyValueList items={items} />
    </Card>
  );
}

/** The coinbase's free bytes; most miners leave them zero. */
function MinerBytes({ value }: { value: string }) {
  return /^0+$/.test(value) ? (
    <span class="c-muted">{`${value.length / 2} zero bytes`}</span>
  ) : (
    <Hex value={value} what="miner’s bytes" />
  );
}

function Hex({ value, what }: { value: string; what: string }) {
  return <Identifier value={value} what={what} length="whole" />;
}

/** The page while the transaction is on its way. */
export function TransactionSkeleton() {
  const items = (labels: readonly string[]): KeyValue[] =>
    labels.map((label) => ({ label, value: <Skeleton width="medium" /> }));
  return (
    <div class="c-stack" aria-busy="true">
      <Card>
        <div class="transfer">
          <p class="transfer__amount">
            <Skeleton width="medium" />
          </p>
          <p>
            <Skeleton width="long" />
          </p>
        </div>
      </Card>
      <div class="columns">
        <Card title="Where it stands" flush>
          <KeyValueList items={items(['Block', 'Confirmations', 'Time', 'Position', 'Block ID'])} />
        </Card>
        <Card title="Contents" flush>
          <KeyValueList items={items(['Transaction ID', 'Amount', 'Fee', 'Nonce', 'Chain', 'Size'])} />
        </Card>
      </div>
    </div>
  );
}
