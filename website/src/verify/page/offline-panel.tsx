import { Amount, Identifier, type KeyValue, KeyValueList, LinkButton, Notice, Timestamp } from '@cairn/ui';
import {
  decodeBlockHeader,
  decodeTransaction,
  findNetworkByChainId,
  hexToBytes,
  isCoinbase,
} from '@cairn/protocol';
import { useMemo } from 'preact/hooks';
import { useWords } from '../../messages/context.tsx';
import { classifyQuery } from '../../search/classify.ts';
import type { Words } from '../../messages/words.ts';
import { type GivenInput, type InputProblem, parseFile, parseText } from '../input.ts';
import { bytesOfShown } from '../transaction.ts';
import type { Order } from '../thread.ts';
import { useVerification, type Verification, verdictNow } from '../use-verification.ts';
import { Steps } from '../view/steps.tsx';
import { VerdictAnnouncement, VerdictLine } from '../view/verdict.tsx';
import type { StepWords } from '../view/words.ts';

/** The reader's input: typed or pasted text, or a file's bytes. */
export type Given = string | Uint8Array;

export interface OfflinePanelProps {
  given: Given;
  words: StepWords;
}

/** The reader's input, decoded and checked. Asks nothing of the API, and needs no network once it is on the page. */
export default function OfflinePanel({ given, words }: OfflinePanelProps) {
  const { t, link } = useWords();
  const parsed = useMemo(() => understand(given, t), [given]);
  const order = useMemo(
    (): Order | undefined =>
      parsed.kind === 'understood' ? { kind: 'offline', input: parsed.input } : undefined,
    [parsed],
  );
  const { state } = useVerification(order);
  if (parsed.kind === 'understood') return <Checked parsed={parsed} state={state} words={words} />;
  if (parsed.code === 'empty') return null;
  const found = typeof given === 'string' ? lookedUp(given) : undefined;
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
        <p>{t('verify.lookUpText')}</p>
      </Notice>
    );
  }
  return (
    <Notice tone="warn" title={t('verify.notUnderstood')} live>
      <p>{problemText(parsed, t)}</p>
    </Notice>
  );
}

/** Kind of a text that names an item of the chain instead of containing it: the item's own page verifies it. */
function lookedUp(text: string): 'hash' | 'height' | 'address' | undefined {
  const { kind } = classifyQuery(text);
  return kind === 'hash' || kind === 'height' || kind === 'address' ? kind : undefined;
}

interface Understood {
  readonly kind: 'understood';
  readonly input: GivenInput;
  readonly contents: KeyValue[];
}

/** Of the right length, but not what that length promises. */
interface Malformed {
  readonly kind: 'problem';
  readonly code: 'malformed';
  /** The decoder's message (English). */
  readonly message: string;
}

function understand(given: Given, t: Say): Understood | InputProblem | Malformed {
  const input = typeof given === 'string' ? parseText(given) : parseFile(given);
  if (input.kind === 'problem') return input;
  try {
    return { kind: 'understood', input, contents: contentsOf(input, t) };
  } catch (error) {
    // The right length, but invalid: shows the decoder's message.
    return { kind: 'problem', code: 'malformed', message: (error as Error).message };
  }
}

function Checked(props: { parsed: Understood; state: Verification; words: StepWords }) {
  const { parsed, state, words } = props;
  const { input, contents } = parsed;
  const { t } = useWords();
  const standing = verdictNow(state);
  return (
    <section class="c-stack" aria-label={t('verify.result')}>
      <VerdictAnnouncement standing={standing} state={state} words={words} />
      <div class={`verify-bar verify-bar--${standing}`} data-verdict={standing}>
        <p class="verify-bar__head">
          <VerdictLine standing={standing} state={state} words={words} />
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

/** Why an input cannot be checked, for the reader. */
function problemText(problem: InputProblem | Malformed, t: Say): string {
  if (problem.code === 'malformed') return t('verify.problem.malformed', { message: problem.message });
  if (problem.code === 'length') return t('verify.problem.length', { bytes: problem.bytes ?? 0 });
  return t(`verify.problem.${problem.code}`);
}

type Say = Words['t'];

/**
 * Contents of the input, as a list.
 * @throws ProtocolError where its bytes are neither a transaction nor a header
 */
export function contentsOf(input: GivenInput, t: Say): KeyValue[] {
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
