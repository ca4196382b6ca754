import { Button, Icon } from '@cairn/ui';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { API_BASE_URL } from '../../config.ts';
import type { Order } from '../thread.ts';
import { useVerification, type Verification } from '../use-verification.ts';
import { Limits } from './limits.tsx';
import { saveEvidence } from './save.ts';
import { foundOf, type RungId, type RungStatus, standingOf } from './standing.ts';
import { Steps } from './steps.tsx';
import type { Subject } from './subject.ts';
import { VerdictAnnouncement, VerdictLine } from './verdict.tsx';
import type { StepWords } from './words.ts';

/** Headers that are walked towards the tip without being asked to: 23,600 bytes. */
const WALK = 200;
/** And when the reader asks for the rest. */
const LONG_WALK = 20_000;

export interface PanelProps {
  subject: Subject;
  words: StepWords;
  isLeft: boolean;
  /** Called with what the checks found, by rung. */
  onFound: (found: ReadonlyMap<RungId, RungStatus>) => void;
}

/** The line below the ladder, which opens the steps. */
export default function Panel({ subject, words, isLeft, onFound }: PanelProps) {
  const [deep, setDeep] = useState(false);
  const order = useMemo(() => orderOf(subject, deep), [subject, deep]);
  const { state, again } = useVerification(order);
  const standing = standingOf(state, isLeft);
  const details = useRef<HTMLDetailsElement>(null);
  const differs = standing === 'differs';
  const gap = state.results.get('history')?.status === 'passed' ? 0 : gapBelow(heightOf(subject));
  useEffect(() => onFound(foundOf(subject.kind, state, isLeft)), [subject, state, isLeft]);
  // What is wrong is not left behind a press.
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
          <p class={differs ? 'verify-faulty' : 'c-muted'}>
            {words.t(differs ? 'panel.faulty' : 'panel.intro')}
          </p>
          <Steps state={state} words={words} />
          <Actions
            state={state}
            words={words}
            hasGap={gap > 0}
            deep={deep}
            onDeep={() => setDeep(true)}
            onAgain={again}
          />
          <Limits gap={gap} network={networkOf(state)} words={words} />
        </div>
      </details>
    </>
  );
}

function orderOf(subject: Subject, deep: boolean): Order {
  const baseUrl = API_BASE_URL ?? '';
  const walk = deep ? LONG_WALK : WALK;
  return subject.kind === 'transaction'
    ? { kind: 'transaction', baseUrl, subject: { shown: subject.shown, asked: subject.asked, walk, deep } }
    : { kind: 'block', baseUrl, subject: { ...subject.parts, walk, deep } };
}

/** Blocks between the genesis block and the eleven that are linked below a page's block. */
const gapBelow = (height: number): number => Math.max(0, height - 12);

function heightOf(subject: Subject): number {
  return subject.kind === 'transaction' ? subject.shown.block_height : subject.parts.shown.height;
}

function networkOf(state: Verification): string | undefined {
  const fact = state.results.get('network')?.facts.find(({ name }) => name === 'network');
  return fact === undefined ? undefined : String(fact.value).split(' ')[0];
}

function Actions(props: {
  state: Verification;
  words: StepWords;
  /** Blocks below the page's were not looked at. */
  hasGap: boolean;
  deep: boolean;
  onDeep: () => void;
  onAgain: () => void;
}) {
  const { state, words, hasGap, deep, onDeep, onAgain } = props;
  const { evidence } = state;
  const rest = hasGap || [...state.results.values()].some(({ status }) => status === 'limited');
  return (
    <div class="verify-actions">
      <div class="c-row">
        {rest && !deep && state.done && (
          <Button size="sm" variant="primary" onClick={onDeep}>
            {words.t('panel.further')}
          </Button>
        )}
        {evidence !== undefined && (
          <Button size="sm" onClick={() => saveEvidence(evidence)}>
            {words.t('panel.save')}
          </Button>
        )}
        <Button size="sm" disabled={!state.done && !state.broken} onClick={onAgain}>
          {words.t('panel.again')}
        </Button>
      </div>
      {rest && !deep && state.done && (
        <p class="c-small c-muted">{words.t('panel.furtherHint', { count: LONG_WALK })}</p>
      )}
      {evidence !== undefined && <p class="c-small c-muted">{words.t('panel.saveHint')}</p>}
    </div>
  );
}
