import { Amount, Identifier, type KeyValue, KeyValueList, LinkButton, Notice, Timestamp } from '@cairn/ui';
import { useMemo } from 'preact/hooks';
import { useWords } from '../../messages/context.tsx';
import { classifyQuery } from '../../search/classify.ts';
import type { OfflineInput } from '../offline/parse.ts';
import { parseFile, parseText } from '../offline/parse.ts';
import type { Order } from '../thread.ts';
import { useVerification, type Verification, verdictNow } from '../use-verification.ts';
import { Steps } from '../view/steps.tsx';
import { VerdictAnnouncement, VerdictLine } from '../view/verdict.tsx';
import type { StepWords } from '../view/words.ts';
import { type Contents, contentsOf } from './contents.ts';
import { problemText } from './problem.ts';

/** What the reader gave: typed or pasted text, or a file's bytes. */
export type Given = string | Uint8Array;

export interface OfflinePanelProps {
  given: Given;
  words: StepWords;
}

/** What was given, understood and checked. Asks nobody, and needs no network once it is on the page. */
export default function OfflinePanel({ given, words }: OfflinePanelProps) {
  const { t, link } = useWords();
  const parsed = useMemo(() => understand(given), [given]);
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

/** What a text is that names something of the chain instead of being it: its own page verifies it. */
function lookedUp(text: string): 'hash' | 'height' | 'address' | undefined {
  const { kind } = classifyQuery(text);
  return kind === 'hash' || kind === 'height' || kind === 'address' ? kind : undefined;
}

interface Understood {
  readonly kind: 'understood';
  readonly input: OfflineInput;
  readonly contents: Contents;
}

function understand(given: Given) {
  const input = typeof given === 'string' ? parseText(given) : parseFile(given);
  if (input.kind === 'problem') return input;
  try {
    return { kind: 'understood', input, contents: contentsOf(input) } as const;
  } catch (error) {
    // The right length, but no such thing: the reader is told what the decoder says.
    return { kind: 'problem', code: 'malformed', message: (error as Error).message } as const;
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
          <KeyValueList items={itemsOf(input, contents, t)} />
          <Steps state={state} given words={words} />
          <p class="c-small c-muted">{t(`verify.limit.${input.kind}`)}</p>
        </div>
      </div>
    </section>
  );
}

type Say = ReturnType<typeof useWords>['t'];

function itemsOf(
  input: OfflineInput,
  { transaction, network, coinbase, block }: Contents,
  t: Say,
): KeyValue[] {
  const items: KeyValue[] = [{ label: t('verify.given'), value: t(`verify.kind.${input.kind}`) }];
  if (transaction !== undefined) {
    const { fromAddress, toAddress, value, fee, nonce } = transaction;
    items.push(
      { label: t('verify.network'), value: network ?? `${transaction.chain}` },
      {
        label: t('verify.from'),
        value: coinbase ? (
          t('verify.newCoins')
        ) : (
          <Identifier value={fromAddress} what={t('verify.address')} />
        ),
      },
      { label: t('verify.to'), value: <Identifier value={toAddress} what={t('verify.address')} /> },
      { label: t('verify.amount'), value: <Amount value={value} /> },
      { label: t('verify.fee'), value: <Amount value={fee} /> },
      { label: t('verify.nonce'), value: `${nonce}` },
    );
  }
  if (block !== undefined) {
    items.push(
      { label: t('verify.height'), value: `${block.height}` },
      { label: t('verify.time'), value: <Timestamp seconds={block.timestamp} show="exact" /> },
      { label: t('verify.miner'), value: <Identifier value={block.miner} what={t('verify.address')} /> },
    );
  }
  return items;
}
