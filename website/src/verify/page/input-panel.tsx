import { Amount, Identifier, type KeyValue, KeyValueList, LinkButton, Notice, Timestamp } from '@cairn/ui';
import {
  decodeBlockHeader,
  decodeTransaction,
  findNetworkByChainId,
  hexToBytes,
  isCoinbase,
} from '@cairn/protocol';
import { useMemo } from 'preact/hooks';
import { useTranslations, type Translations } from '../../messages/translations.ts';
import { classifyQuery } from '../../search/classify.ts';
import { type GivenInput, type InputProblem, parseFile, parseText } from '../parse-input.ts';
import { bytesOfShown } from '../transaction-checks.ts';
import type { VerifyRequest } from '../worker.ts';
import { useVerification, type Verification, verdictSoFar } from '../use-verification.ts';
import { Steps } from '../view/steps.tsx';
import { VerdictAnnouncement, VerdictLine } from '../view/verdict.tsx';
import type { StepWords } from '../messages/step-words.ts';

/** The user's input: typed or pasted text, or a file's bytes. */
export type Given = string | Uint8Array;

export interface InputPanelProps {
  given: Given;
  words: StepWords;
}

/** Decodes and verifies the user's input. Does not use the API, and works without a network once it has loaded. */
export default function InputPanel({ given, words }: InputPanelProps) {
  const { t, link } = useTranslations();
  const parsed = useMemo(() => decode(given, t), [given]);
  const request = useMemo(
    (): VerifyRequest | undefined =>
      parsed.kind === 'decoded' ? { kind: 'input', input: parsed.input } : undefined,
    [parsed],
  );
  const { state } = useVerification(request);
  if (parsed.kind === 'decoded') return <Checked parsed={parsed} state={state} words={words} />;
  if (parsed.code === 'empty') return null;
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
      <p>{problemText(parsed, t)}</p>
    </Notice>
  );
}

/** Kind of a text that refers to an item of the chain instead of containing it: the item's page verifies it. */
function referenceKind(text: string): 'hash' | 'height' | 'address' | undefined {
  const { kind } = classifyQuery(text);
  return kind === 'hash' || kind === 'height' || kind === 'address' ? kind : undefined;
}

interface Decoded {
  readonly kind: 'decoded';
  readonly input: GivenInput;
  readonly contents: KeyValue[];
}

/** Input of a valid length with bytes that cannot be decoded. */
interface Malformed {
  readonly kind: 'problem';
  readonly code: 'malformed';
  /** The decoder's message (English). */
  readonly message: string;
}

function decode(given: Given, t: Say): Decoded | InputProblem | Malformed {
  const input = typeof given === 'string' ? parseText(given) : parseFile(given);
  if (input.kind === 'problem') return input;
  try {
    return { kind: 'decoded', input, contents: contentsOf(input, t) };
  } catch (error) {
    return { kind: 'problem', code: 'malformed', message: (error as Error).message };
  }
}

function Checked(props: { parsed: Decoded; state: Verification; words: StepWords }) {
  const { parsed, state, words } = props;
  const { input, contents } = parsed;
  const { t } = useTranslations();
  const verdict = verdictSoFar(state);
  return (
    <section class="c-stack" aria-label={t('verify.result')}>
      <VerdictAnnouncement verdict={verdict} state={state} words={words} />
      <div class={`verify-bar verify-bar--${verdict}`} data-verdict={verdict}>
        <p class="verify-bar__head">
          <VerdictLine verdict={verdict} state={state} words={words} />
        </p>
        <div class="verify-bar__body">
          <KeyValueList items={contents} />
          <Steps state={state} given words={words} />
          <p class="c-small c-muted">{t(`verify.limit.${input.kind}`)}</p>
        </div>
      </div>
    </section>
  );
}

/** Why an input cannot be checked, as a message. */
function problemText(problem: InputProblem | Malformed, t: Say): string {
  if (problem.code === 'malformed') return t('verify.problem.malformed', { message: problem.message });
  if (problem.code === 'length') return t('verify.problem.length', { bytes: problem.bytes ?? 0 });
  return t(`verify.problem.${problem.code}`);
}

type Say = Translations['t'];

/**
 * The fields of the input, as a list.
 * @throws ProtocolError if its bytes cannot be decoded
 */
function contentsOf(input: GivenInput, t: Say): KeyValue[] {
  const items: KeyValue[] = [{ label: t('verify.given'), value: t(`verify.kind.${input.kind}`) }];
  if (input.kind === 'message') {
    const { message, address } = input.signed;
    items.push(
      { label: t('verify.signer'), value: <Identifier value={address} what={t('verify.address')} /> },
      { label: t('verify.text'), value: <span class="verify-message">{message}</span> },
    );
    return items;
  }
  const transaction = transactionBytesOf(input);
  const header = headerBytesOf(input);
  if (transaction !== undefined) items.push(...transactionItems(transaction, t));
  if (header !== undefined) items.push(...headerItems(header, t));
  return items;
}

type BytesInput = Exclude<GivenInput, { kind: 'message' }>;

function transactionBytesOf(input: BytesInput): Uint8Array | undefined {
  if (input.kind === 'receipt') {
    const { transaction } = input.receipt;
    return transaction === undefined ? undefined : hexToBytes(transaction);
  }
  if (input.kind !== 'transaction') return undefined;
  return input.shown === undefined ? input.raw : bytesOfShown(input.shown);
}

function headerBytesOf(input: BytesInput): Uint8Array | undefined {
  if (input.kind === 'receipt') {
    const { header } = input.receipt;
    return header === undefined ? undefined : hexToBytes(header);
  }
  return input.kind === 'transaction' ? undefined : input.raw;
}

function transactionItems(bytes: Uint8Array, t: Say): KeyValue[] {
  const transaction = decodeTransaction(bytes);
  const { chain, fromAddress, toAddress, value, fee, nonce } = transaction;
  const sender = isCoinbase(transaction) ? (
    t('verify.newCoins')
  ) : (
    <Identifier value={fromAddress} what={t('verify.address')} />
  );
  return [
    { label: t('verify.network'), value: findNetworkByChainId(chain)?.name ?? `${chain}` },
    { label: t('verify.from'), value: sender },
    { label: t('verify.to'), value: <Identifier value={toAddress} what={t('verify.address')} /> },
    { label: t('verify.amount'), value: <Amount value={value} /> },
    { label: t('verify.fee'), value: <Amount value={fee} /> },
    { label: t('verify.nonce'), value: `${nonce}` },
  ];
}

function headerItems(bytes: Uint8Array, t: Say): KeyValue[] {
  const { height, timestamp, miner } = decodeBlockHeader(bytes);
  return [
    { label: t('verify.height'), value: `${height}` },
    { label: t('verify.time'), value: <Timestamp seconds={timestamp} show="exact" /> },
    { label: t('verify.miner'), value: <Identifier value={miner} what={t('verify.address')} /> },
  ];
}
