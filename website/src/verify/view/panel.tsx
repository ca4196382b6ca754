import type { TransactionDetail } from '@cairn/api/explorer';
import { Button, Icon, saveFile } from '@cairn/ui';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { isCoinbase } from '../../components/transaction-table.tsx';
import { API_BASE_URL } from '../../config.ts';
import { useTranslations } from '../../messages/translations.ts';
import type { Receipt } from '../parse-input.ts';
import { readCheckpoints, writeCheckpoints } from '../checkpoints.ts';
import type { BlockSubject } from '../verify-block.ts';
import type { VerifyRequest } from '../worker.ts';
import { useVerification, type Verification } from '../use-verification.ts';
import { Steps } from './steps.tsx';
import {
  type PageVerdict,
  pageVerdict,
  type RungId,
  type RungStatus,
  rungStatuses,
  VerdictAnnouncement,
  VerdictLine,
} from './verdict.tsx';
import type { StepWords } from '../messages/step-words.ts';

/** Most headers that are fetched unless the user asks for all, beside those that the session has checked: 236 KB. */
const HEADER_LIMIT = 2_000;

/** What a page shows and wants verified. Keep the object: a new one starts the verification again. */
export type PageSubject =
  | { readonly kind: 'transaction'; readonly shown: TransactionDetail; readonly asked: string }
  | { readonly kind: 'block'; readonly parts: Omit<BlockSubject, 'headerLimit' | 'deep'> };

export interface PanelProps {
  subject: PageSubject;
  words: StepWords;
  isLeft: boolean;
  /** Called with the status of each rung. */
  onStatuses: (statuses: ReadonlyMap<RungId, RungStatus>) => void;
}

/** The line below the ladder: the verdict, which opens the steps. */
export default function Panel({ subject, words, isLeft, onStatuses }: PanelProps) {
  const [deep, setDeep] = useState(false);
  const request = useMemo(() => requestOf(subject, deep), [subject, deep]);
  const { state, again, stop } = useVerification(request, writeCheckpoints);
  const verdict = pageVerdict(state, isLeft);
  const details = useRef<HTMLDetailsElement>(null);
  const differs = verdict === 'differs';
  useEffect(() => onStatuses(rungStatuses(subject.kind, state, isLeft)), [subject, state, isLeft]);
  // A failure opens the steps.
  useEffect(() => {
    if (differs && details.current !== null) details.current.open = true;
  }, [differs]);
  return (
    <>
      <VerdictAnnouncement verdict={verdict} state={state} words={words} />
      <details ref={details} class={`verify-bar verify-bar--${verdict}`} data-verdict={verdict}>
        <summary class="verify-bar__head">
          <VerdictLine verdict={verdict} state={state} words={words} />
          <span class="verify-bar__open">
            <span class="verify-bar__open-word">{words.t('panel.open')}</span>
            <Icon name="chevron-right" />
          </span>
        </summary>
        <div class="verify-bar__body">
          <p class={differs ? 'verify-faulty' : 'verify-proven'}>{provenText(verdict, subject, words)}</p>
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
function provenText(verdict: PageVerdict, subject: PageSubject, { t }: StepWords): string {
  switch (verdict) {
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

function requestOf(subject: PageSubject, deep: boolean): VerifyRequest {
  const api = { baseUrl: API_BASE_URL ?? '', checkpoints: readCheckpoints() };
  const headerLimit = deep ? Number.POSITIVE_INFINITY : HEADER_LIMIT;
  if (subject.kind === 'block')
    return { ...api, kind: 'block', subject: { ...subject.parts, headerLimit, deep } };
  const { shown, asked } = subject;
  return { ...api, kind: 'transaction', subject: { shown, asked, headerLimit } };
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

/** Downloads a receipt. */
function saveReceipt(receipt: Receipt): void {
  const text = `${JSON.stringify(receipt, null, 2)}\n`;
  saveFile(
    `cairn-receipt-${receipt.proof.id.slice(0, 12)}.json`,
    new Blob([text], { type: 'application/json' }),
  );
}

/** What the steps do not prove. */
function Limits({ network, words: { t } }: { network: string | undefined; words: StepWords }) {
  const { link } = useTranslations();
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
