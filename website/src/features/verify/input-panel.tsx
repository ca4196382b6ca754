import { Amount, Identifier, type KeyValue, KeyValueList, LinkButton, Notice, Timestamp } from '@cairn/ui';
import {
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
import { useTranslations, type Translations } from './input.texts.ts';
import { classifyQuery } from '../../site/classify.ts';
import { verdictOf } from './findings.ts';
import { InChain } from './in-chain.tsx';
import { type GivenInput, type InputProblem, parseInput } from './parse-input.ts';
import type { BalanceReceipt, Receipt } from './receipts.ts';
import { ReceiptCard } from './receipt-card.tsx';
import { useVerification } from './use-verification.ts';
import type { Verification, VerifyRequest } from './worker.ts';
import { Steps } from './steps.tsx';
import { VerdictAnnouncement, VerdictLine } from './verdict.tsx';
import { stepTranslations } from './steps.texts.ts';

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
  if (input.code === 'empty') return null;
  const found = typeof given === 'string' ? referenceKind(given) : undefined;
  if (found !== undefined) {
    return (
      <Notice
        tone="info"
        title={t(`verify.looksLike.${found}`)}
        live
        action={
          <LinkButton variant="primary" size="sm" href={link.search((given as string).trim())}>
            {t('verify.lookUp')}
          </LinkButton>
        }
      >
        <p>{t(found === 'address' ? 'verify.lookUpAddressText' : 'verify.lookUpText')}</p>
      </Notice>
    );
  }
  return (
    <Notice tone="warn" title={t('verify.notUnderstood')} live>
      <p>{problemText(input, t)}</p>
    </Notice>
  );
}

/** Kind of a text that refers to an item of the chain instead of containing it: the item's page verifies it. */
function referenceKind(text: string): 'hash' | 'height' | 'address' | undefined {
  const { kind } = classifyQuery(text);
  return kind === 'hash' || kind === 'height' || kind === 'address' ? kind : undefined;
}

function Checked(props: { input: GivenInput; state: Verification; isLinked: boolean }) {
  const { input, isLinked } = props;
  const { steps, hasEnded } = props.state;
  const say = useTranslations();
  const { t, locale } = say;
  const translations = stepTranslations(locale);
  const verdict = verdictOf(steps, hasEnded);
  const paid = input.kind === 'receipt' ? paymentOf(input.receipt) : undefined;
  const isProven = paid !== undefined && (verdict === 'verified' || verdict === 'walked');
  return (
    <section class="c-stack" aria-label={t('verify.result')}>
      <VerdictAnnouncement verdict={verdict} steps={steps} translations={translations} />
      {isProven && (
        <ReceiptCard {...paid} status={{ tone: 'success', text: t('verify.proven') }}>
          <InChain key={paid.place.id} place={paid.place} asks={isLinked} />
        </ReceiptCard>
      )}
      <div class={`verify-bar verify-bar--${verdict}`} data-verdict={verdict}>
        <p class="verify-bar__head">
          <VerdictLine verdict={verdict} steps={steps} translations={translations} />
        </p>
        <div class="verify-bar__body">
          <KeyValueList items={isProven ? provenItems(paid, say) : contentsOf(input, say)} />
          <Steps steps={steps} given translations={translations} />
          <p class="c-small c-muted">{t(`verify.limit.${input.kind}`)}</p>
        </div>
      </div>
    </section>
  );
}

/** The payment of a receipt that has all of it. */
function paymentOf({ transaction: hex, header: headerHex, network }: Receipt) {
  if (hex === undefined || headerHex === undefined) return undefined;
  const transaction = hexToBytes(hex);
  const header = hexToBytes(headerHex);
  return {
    ...decodeTransaction(transaction),
    header,
    time: decodeBlockHeader(header).timestamp,
    place: { id: transactionId(transaction), blockId: blockId(header), network },
  };
}

/** What the card of a proven payment leaves out. */
function provenItems(
  { nonce, header, place }: NonNullable<ReturnType<typeof paymentOf>>,
  say: Translations,
): KeyValue[] {
  const { t, link } = say;
  const id = <Identifier value={place.id} what={t('verify.id')} href={link.transaction(place.id)} />;
  return [
    { label: t('verify.id'), value: id },
    ...headerItems(header, say).filter(({ label }) => label !== t('verify.time')),
    { label: t('verify.network'), value: place.network ?? '' },
    { label: t('verify.nonce'), value: `${nonce}` },
  ];
}

/** Why an input cannot be checked, as a message. */
function problemText({ code, bytes = 0, message = '' }: InputProblem, t: Translations['t']): string {
  return t(`verify.problem.${code}`, { bytes, message });
}

/** The fields of the input, as a list. */
function contentsOf(input: GivenInput, say: Translations): KeyValue[] {
  const { t } = say;
  const items: KeyValue[] = [{ label: t('verify.given'), value: t(`verify.kind.${input.kind}`) }];
  if (input.kind === 'message') {
    const { message, address } = input.signed;
    const { link } = say;
    items.push(
      {
        label: t('verify.signer'),
        value: <Identifier value={address} what={t('verify.address')} href={link.address(address)} />,
      },
      { label: t('verify.text'), value: <span class="verify-message">{message}</span> },
    );
    return items;
  }
  if (input.kind === 'balance') {
    items.push(...balanceItems(input.receipt, say));
  } else if (input.kind === 'receipt') {
    const { transaction, header } = input.receipt;
    if (transaction !== undefined) items.push(...transactionItems(hexToBytes(transaction), say));
    if (header !== undefined) items.push(...headerItems(hexToBytes(header), say));
  } else {
    items.push(...(input.kind === 'transaction' ? transactionItems : headerItems)(input.raw, say));
  }
  return items;
}

/** The account as the receipt's bytes have it. */
function balanceItems(receipt: BalanceReceipt, say: Translations): KeyValue[] {
  const { t, link } = say;
  const { address, bucket, header } = receipt;
  const record = bucket
    .map((hex) => decodeAccountRecord(hexToBytes(hex)))
    .find((candidate) => candidate.address === address);
  return [
    { label: t('verify.network'), value: receipt.network },
    {
      label: t('verify.owner'),
      value: <Identifier value={address} what={t('verify.address')} href={link.address(address)} />,
    },
    { label: t('verify.balance'), value: <Amount value={record?.balance ?? 0n} /> },
    { label: t('verify.nonce'), value: `${record?.nonce ?? 0}` },
    ...headerItems(hexToBytes(header), say),
  ];
}

function transactionItems(bytes: Uint8Array, { t, link }: Translations): KeyValue[] {
  const transaction = decodeTransaction(bytes);
  const { chain, fromAddress, toAddress, value, fee, nonce } = transaction;
  const sender = isCoinbase(transaction) ? (
    t('verify.newCoins')
  ) : (
    <Identifier value={fromAddress} what={t('verify.address')} href={link.address(fromAddress)} />
  );
  const id = transactionId(bytes);
  return [
    {
      label: t('verify.id'),
      value: <Identifier value={id} what={t('verify.id')} href={link.transaction(id)} />,
    },
    { label: t('verify.network'), value: findNetworkByChainId(chain)?.name ?? `${chain}` },
    { label: t('verify.from'), value: sender },
    {
      label: t('verify.to'),
      value: <Identifier value={toAddress} what={t('verify.address')} href={link.address(toAddress)} />,
    },
    { label: t('verify.amount'), value: <Amount value={value} /> },
    { label: t('verify.fee'), value: <Amount value={fee} /> },
    { label: t('verify.nonce'), value: `${nonce}` },
  ];
}

function headerItems(bytes: Uint8Array, { t, link }: Translations): KeyValue[] {
  const header = bytes.subarray(0, HEADER_SIZE);
  const { height, timestamp, miner } = decodeBlockHeader(header);
  const id = blockId(header);
  return [
    {
      label: t('verify.block'),
      value: <Identifier value={id} what={t('verify.block')} href={link.block(id)} />,
      hint: <a href={link.block(id)}>{t('verify.inChain')}</a>,
    },
    { label: t('verify.height'), value: <a href={link.block(height)}>{height}</a> },
    { label: t('verify.time'), value: <Timestamp seconds={timestamp} show="exact" /> },
    {
      label: t('verify.miner'),
      value: <Identifier value={miner} what={t('verify.address')} href={link.address(miner)} />,
    },
  ];
}
