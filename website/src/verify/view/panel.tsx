import { Button, Icon } from '@cairn/ui';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { isCoinbase } from '../../components/transaction-table.tsx';
import { API_BASE_URL } from '../../config.ts';
import { useWords } from '../../messages/context.tsx';
import type { Receipt } from '../input.ts';
import { readKept, writeKept } from '../kept-chain.ts';
import type { Order } from '../thread.ts';
import { useVerification, type Verification } from '../use-verification.ts';
import { foundOf, type RungId, type RungStatus, type Standing, standingOf } from './standing.ts';
import { Steps } from './steps.tsx';
import type { Subject } from './subject.ts';
import { VerdictAnnouncement, VerdictLine } from './verdict.tsx';
import type { StepWords } from './words.ts';

/** Headers that are fetched without being asked to, beside those that the session has checked: 236 KB. */
const REACH = 2_000;

export interface PanelProps {
  subject: Subject;
  words: StepWords;
  isLeft: boolean;
  /** Called with what the steps found, by rung. */
  onFound: (found: ReadonlyMap<RungId, RungStatus>) => void;
}

/** The line below the ladder, which opens the steps. */
export default function Panel({ subject, words, isLeft, onFound }: PanelProps) {
  const [deep, setDeep] = useState(false);
  const order = useMemo(() => orderOf(subject, deep), [subject, deep]);
  const { state, again, stop } = useVerification(order, writeKept);
  const standing = standingOf(state, isLeft);
  const details = useRef<HTMLDetailsElement>(null);
  const differs = standing === 'differs';
  useEffect(() => onFound(foundOf(subject.kind, state, isLeft)), [subject, state, isLeft]);
  // A failure is shown without a press.
  useEffect(() => {
    if (differs && details.current !== null) details.current.open = true;
  }, [differs]);
  return (
    <>
      <VerdictAnnouncement standing={standing} state={state} words={words} />
      <details ref={details} class={`verify-bar verify-bar--${standing}`} data-verdict={standing}>
        <summary class="verify-bar__head">
          <VerdictLine standing={standing} state={state} words={words} />
          <span class="verify-bar__open">
            <span class="verify-bar__open-word">{words.t('panel.open')}</span>
            <Icon name="chevron-right" />
          </span>
        </summary>
        <div class="verify-bar__body">
          <p class={differs ? 'verify-faulty' : 'verify-proven'}>{provenText(standing, subject, words)}</p>
          <Steps state={state} words={words} />
          <Actions
            state={state}
            words={words}
            deep={deep}
            onDeep={() => setDeep(true)}
            onAgain={again}
            onStop={stop}
          />
          <Limits network={networkOf(state)} words={words} />
        </div>
      </details>
    </>
  );
}

/** One sentence on what was proven and what a browser cannot know. */
function provenText(standing: Standing, subject: Subject, { t }: StepWords): string {
  switch (standing) {
    case 'verified':
      if (subject.kind === 'block') return t('panel.proven.block');
      return t(isCoinbase(subject.shown) ? 'panel.proven.coinbase' : 'panel.proven.transaction');
    case 'walked':
      return t('panel.proven.walked');
    case 'differs':
      return t('panel.faulty');
    case 'running':
      return t('panel.intro');
    case 'left':
      return t('panel.left');
    default:
      return t('panel.partly');
  }
}

function orderOf(subject: Subject, deep: boolean): Order {
  const of = { baseUrl: API_BASE_URL ?? '', kept: readKept() };
  const reach = deep ? Number.POSITIVE_INFINITY : REACH;
  if (subject.kind === 'block') return { ...of, kind: 'block', subject: { ...subject.parts, reach, deep } };
  const { shown, asked } = subject;
  return { ...of, kind: 'transaction', subject: { shown, asked, reach } };
}

function networkOf(state: Verification): string | undefined {
  const fact = state.results.get('network')?.facts.find(({ name }) => name === 'network');
  return fact === undefined ? undefined : String(fact.value).split(' ')[0];
}

interface ActionsProps {
  state: Verification;
  words: StepWords;
  deep: boolean;
  onDeep: () => void;
  onAgain: () => void;
  onStop: () => void;
}

function Actions({ state, words: { t }, deep, onDeep, onAgain, onStop }: ActionsProps) {
  const { receipt } = state;
  const hasEnded = state.done || state.broken;
  const rest = [...state.results.values()].some(({ status }) => status === 'limited');
  const offersRest = rest && !deep && state.done;
  return (
    <div class="verify-actions">
      <div class="c-row">
        {offersRest && (
          <Button size="sm" variant="primary" onClick={onDeep}>
            {t('panel.further')}
          </Button>
        )}
        {receipt !== undefined && (
          <Button size="sm" onClick={() => saveReceipt(receipt)}>
            {t('panel.save')}
          </Button>
        )}
        <Button size="sm" onClick={hasEnded ? onAgain : onStop}>
          {t(hasEnded ? 'panel.again' : 'panel.stop')}
        </Button>
      </div>
      {offersRest && <p class="c-small c-muted">{t('panel.furtherHint')}</p>}
      {receipt !== undefined && <p class="c-small c-muted">{t('panel.saveHint')}</p>}
    </div>
  );
}

/** Saves a receipt as a file of the reader's. */
function saveReceipt(receipt: Receipt): void {
  const text = `${JSON.stringify(receipt, null, 2)}\n`;
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = `cairn-receipt-${receipt.proof.id.slice(0, 12)}.json`;
  link.click();
  URL.revokeObjectURL(url);
}

/** Limits of all steps. */
function Limits({ network, words: { t } }: { network: string | undefined; words: StepWords }) {
  const { link } = useWords();
  return (
    <div class="verify-limits">
      <p class="verify-label">{t('limits.title')}</p>
      <ul>
        <li>{t('limits.state')}</li>
        <li>{t('limits.best')}</li>
        {network === 'devnet' && <li>{t('limits.devnet')}</li>}
      </ul>
      <p>
        <a href={link.page('/verify')}>{t('panel.more')}</a>
      </p>
    </div>
  );
}
