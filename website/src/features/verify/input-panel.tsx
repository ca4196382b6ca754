import { Amount, Identifier, type KeyValue, KeyValueList, LinkButton, Notice, Timestamp } from '@cairn/ui';
import {
  type Address,
  blockId,
  decodeAccountRecord,
  decodeBlockHeader,
  decodeTransaction,
  findNetworkByChainId,
  HEADER_SIZE,
  hexToBytes,
  isCoinbase,
  transactionId,
} from '@cairn/protocol';
import { useMemo } from 'preact/hooks';
import { classifyQuery } from '../../site/classify.ts';
import { InChain } from './in-chain.tsx';
import { useTranslations, type Translations } from './input.texts.ts';
import { type GivenInput, parseInput } from './parse-input.ts';
import { ReceiptCard } from './receipt-card.tsx';
import type { BalanceReceipt, Receipt } from './receipts.ts';
import { verdictOf } from './steps.ts';
import { useVerification } from './use-verification.ts';
import { VerdictBar } from './verdict.tsx';
import type { Verification, VerifyRequest } from './worker.ts';

/** The user's input: typed or pasted text, or a file's bytes. */
export type Given = string | Uint8Array;

export interface InputPanelProps {
  given: Given;
  /** True for what a link has opened: the node is then asked at once whether its chain has a proven transaction. */
  isLinked: boolean;
}

/** Decodes and verifies the user's input. It does not use the API, and works offline once it has loaded. */
export default function InputPanel({ given, isLinked }: InputPanelProps) {
  const { t, link } = useTranslations();
  const input = useMemo(() => parseInput(given), [given]);
  const request = useMemo(
    (): VerifyRequest | undefined => (input.kind === 'problem' ? undefined : { kind: 'input', input }),
    [input],
  );
  const { state } = useVerification(request);
  if (input.kind !== 'problem') return <Checked input={input} state={state} isLinked={isLinked} />;
  const { code, bytes = 0, message = '' } = input;
  if (code === 'empty') return null;
  if (typeof given === 'string' && REFERENCES.has(classifyQuery(given).kind)) {
    const lookUp = (
      <LinkButton variant="primary" size="sm" href={link.search(given.trim())}>
        {t('verify.lookUp')}
      </LinkButton>
    );
    return (
      <Notice tone="info" title={t('verify.looksLike')} live action={lookUp}>
        <p>{t('verify.lookUpText')}</p>
      </Notice>
    );
  }
  return (
    <Notice tone="warn" title={t('verify.notUnderstood')} live>
      <p>{t(`verify.problem.${code}`, { bytes, message })}</p>
    </Notice>
  );
}

/** Texts that refer to an item of the chain instead of containing it: the item's page verifies it. */
const REFERENCES: ReadonlySet<string> = new Set(['hash', 'height', 'address']);

function Checked(props: { input: GivenInput; state: Verification; isLinked: boolean }) {
  const { input, isLinked } = props;
  const { steps, hasEnded } = props.state;
  const say = useTranslations();
  const { t } = say;
  const verdict = verdictOf(steps, hasEnded);
  const paid = input.kind === 'receipt' ? paymentOf(input.receipt) : undefined;
  const isProven = paid !== undefined && (verdict === 'verified' || verdict === 'walked');
  const items = contentsOf(input, say);
  return (
    <section class="c-stack" aria-label={t('verify.result')}>
      {isProven && (
        <ReceiptCard {...paid} status={{ tone: 'success', text: t('verify.proven') }}>
          <InChain key={paid.place.id} place={paid.place} asks={isLinked} />
        </ReceiptCard>
      )}
      <div class="verify">
        <VerdictBar
          isOpen
          verdict={verdict}
          steps={steps}
          lead={<KeyValueList items={isProven ? items.filter(({ isOnCard }) => !isOnCard) : items} />}
        >
          <p class="c-small c-muted">
            {t(input.kind === 'message' ? 'verify.limitMessage' : 'verify.limit')}
          </p>
        </VerdictBar>
      </div>
    </section>
  );
}

/** The payment of a receipt. */
function paymentOf({ network, ...receipt }: Receipt) {
  const [transaction, header] = [hexToBytes(receipt.transaction), hexToBytes(receipt.header)];
  return {
    ...decodeTransaction(transaction),
    time: decodeBlockHeader(header).timestamp,
    place: { id: transactionId(transaction), blockId: blockId(header), network },
  };
}

/** A field of the input. */
interface Item extends KeyValue {
  /** True if the receipt card shows it too. */
  readonly isOnCard?: boolean;
}

/** The fields of the input, as a list. */
function contentsOf(input: GivenInput, say: Translations): Item[] {
  const { t } = say;
  const kind: Item = { label: t('verify.given'), value: t(`verify.kind.${input.kind}`), isOnCard: true };
  switch (input.kind) {
    case 'message': {
      const { message, address } = input.signed;
      const text = { label: t('verify.text'), value: <span class="verify-message">{message}</span> };
      return [kind, addressItem('verify.signer', address, say), text];
    }
    case 'balance':
      return [kind, ...balanceItems(input.receipt, say)];
    case 'receipt': {
      const [transaction, header] = [input.receipt.transaction, input.receipt.header].map(hexToBytes);
      return [kind, ...transactionItems(transaction!, say), ...headerItems(header!, say)];
    }
    case 'transaction':
      return [kind, ...transactionItems(input.raw, say)];
    default:
      return [kind, ...headerItems(input.raw, say)];
  }
}

function addressItem(
  label: 'verify.signer' | 'verify.owner' | 'verify.from' | 'verify.to' | 'verify.miner',
  address: Address,
  { t, link }: Translations,
): Item {
  const value = <Identifier value={address} what={t('verify.address')} href={link.address(address)} />;
  return { label: t(label), value };
}

/** The account as the receipt's bytes have it. */
function balanceItems(receipt: BalanceReceipt, say: Translations): Item[] {
  const { t } = say;
  const { address, bucket, header } = receipt;
  const records = bucket.map((hex) => decodeAccountRecord(hexToBytes(hex)));
  const record = records.find((candidate) => candidate.address === address);
  return [
    { label: t('verify.network'), value: receipt.network },
    addressItem('verify.owner', address, say),
    { label: t('verify.balance'), value: <Amount value={record?.balance ?? 0n} /> },
    { label: t('verify.nonce'), value: `${record?.nonce ?? 0}` },
    ...headerItems(hexToBytes(header), say),
  ];
}

function transactionItems(bytes: Uint8Array, say: Translations): Item[] {
  const { t, link } = say;
  const transaction = decodeTransaction(bytes);
  const { chain, fromAddress, toAddress, value, fee, nonce } = transaction;
  const id = transactionId(bytes);
  const idValue = <Identifier value={id} what={t('verify.id')} href={link.transaction(id)} />;
  const from: Item = isCoinbase(transaction)
    ? { label: t('verify.from'), value: t('verify.newCoins') }
    : addressItem('verify.from', fromAddress, say);
  return [
    { label: t('verify.id'), value: idValue },
    { label: t('verify.network'), value: findNetworkByChainId(chain)?.name ?? `${chain}` },
    { ...from, isOnCard: true },
    { ...addressItem('verify.to', toAddress, say), isOnCard: true },
    { label: t('verify.amount'), value: <Amount value={value} />, isOnCard: true },
    { label: t('verify.fee'), value: <Amount value={fee} />, isOnCard: true },
    { label: t('verify.nonce'), value: `${nonce}` },
  ];
}

function headerItems(bytes: Uint8Array, say: Translations): Item[] {
  const { t, link } = say;
  const header = bytes.subarray(0, HEADER_SIZE);
  const { height, timestamp, miner } = decodeBlockHeader(header);
  const id = blockId(header);
  const idValue = <Identifier value={id} what={t('verify.block')} href={link.block(id)} />;
  const ask = <a href={link.block(id)}>{t('verify.inChain')}</a>;
  return [
    { label: t('verify.block'), value: idValue, hint: ask },
    { label: t('verify.height'), value: <a href={link.block(height)}>{height}</a> },
    { label: t('verify.time'), value: <Timestamp seconds={timestamp} show="exact" />, isOnCard: true },
    addressItem('verify.miner', miner, say),
  ];
}
