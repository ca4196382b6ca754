import { Amount, Icon, KeyValueList } from '@cairn/ui';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { StatusIcon } from './claims.tsx';
import type { Difference, Fact, StepState, StepStatus, Verdict } from './findings.ts';
import { type StepTranslations, useTranslations } from './steps.texts.ts';

/** Verdict on a page. `left`: a reorganization has removed the block, and no step failed. */
export type PageVerdict = Verdict | 'left';

const ICON_OF: Readonly<Record<PageVerdict, StepStatus>> = {
  running: 'running',
  verified: 'passed',
  walked: 'passed',
  left: 'skipped',
  partly: 'limited',
  differs: 'failed',
  unchecked: 'skipped',
};

export interface VerdictBarProps {
  readonly verdict: PageVerdict;
  readonly steps: readonly StepState[];
  /** True to show the steps from the start. */
  readonly isOpen?: boolean;
  /** Above the steps. */
  readonly lead: ComponentChildren;
  /** Below the steps. */
  readonly children: ComponentChildren;
}

/** A bar with the verdict; it opens to show the steps, of itself if something is wrong. Screen readers hear the verdict. */
export function VerdictBar({ verdict, steps, isOpen = false, lead, children }: VerdictBarProps) {
  const translations = useTranslations();
  const { t } = translations;
  const details = useRef<HTMLDetailsElement>(null);
  const differs = verdict === 'differs';
  useEffect(() => {
    if (differs && details.current !== null) details.current.open = true;
  }, [differs]);
  const said = t(`verdict.${verdict}`);
  const count = countText(verdict, steps, translations);
  return (
    <>
      <p class="c-visually-hidden" role="status">
        {verdict !== 'running' && (count === '' ? said : `${said}: ${count}.`)}
      </p>
      <details ref={details} open={isOpen} class="verify-bar" data-verdict={verdict}>
        <summary class="verify-bar__head">
          <StatusIcon status={ICON_OF[verdict]} />
          <span class="verify-bar__words">
            <span class="verify-bar__verdict">{said}</span>{' '}
            {count !== '' && <span class="verify-bar__count">{count}</span>}
          </span>
          <span class="verify-bar__open">
            <span class="verify-bar__open-word">{t('panel.open')}</span>
            <Icon name="chevron-right" />
          </span>
        </summary>
        <div class="verify-bar__body">
          {lead}
          <Steps steps={steps} />
          {children}
        </div>
      </details>
    </>
  );
}

/** Text beside a verdict, such as the number of steps, or of blocks that were not fetched; empty for some verdicts. */
function countText(verdict: PageVerdict, steps: readonly StepState[], { t }: StepTranslations): string {
  if (steps.length === 0 || verdict === 'verified' || verdict === 'unchecked') return '';
  if (verdict === 'left') return t('verdict.leftCount');
  const stepsThat = (isCounted: (status: StepStatus) => boolean) =>
    steps.filter(({ status }) => isCounted(status)).length;
  const count = {
    running: stepsThat((status) => status !== 'waiting' && status !== 'running'),
    walked: steps.reduce((sum, { reason }) => sum + (reason?.count ?? 0), 0),
    partly: stepsThat((status) => status === 'passed'),
    differs: stepsThat((status) => status === 'failed'),
  }[verdict];
  return t(`verdict.${verdict}Count`, { count, total: steps.length });
}

/** All steps in order. */
export function Steps({ steps }: { steps: readonly StepState[] }) {
  const { t } = useTranslations();
  return (
    <ol class="verify-steps" aria-label={t('panel.steps')}>
      {steps.map((step) => (
        <Step key={step.id} step={step} />
      ))}
    </ol>
  );
}

/** One step with its status; opened, it shows what was computed from which bytes. */
function Step({ step }: { step: StepState }) {
  const { t, percent } = useTranslations();
  const { id, status, progress } = step;
  const details = useRef<HTMLDetailsElement>(null);
  const failed = status === 'failed';
  // Opened once; the user can close it.
  useEffect(() => {
    if (failed && details.current !== null) details.current.open = true;
  }, [failed]);
  return (
    <li class="verify-step" data-check={id} data-status={status}>
      <details ref={details}>
        <summary class="verify-step__head">
          <StatusIcon status={status} />
          <span class="verify-step__title">{t(`${id}.title`)}</span>
          <span class="verify-step__status">
            {t(`status.${status}`)}
            {progress !== undefined && ` ${percent(progress, 0)}`}
          </span>
        </summary>
        <div class="verify-step__body">
          <p>{t(`${id}.how`)}</p>
          <Findings step={step} />
        </div>
      </details>
    </li>
  );
}

function Findings({ step: { facts, differences, problems, reason } }: { step: StepState }) {
  const { t } = useTranslations();
  return (
    <>
      {reason !== undefined && (
        <p class="verify-reason">{t(`reason.${reason.code}`, { count: reason.count ?? 0 })}</p>
      )}
      {differences.length > 0 && <DifferenceTable differences={differences} />}
      {problems.length > 0 && (
        <ul class="verify-differences" aria-label={t('problems.title')} lang="en">
          {problems.map((problem) => (
            <li key={problem} class="verify-difference">
              <code class="verify-code">{problem}</code>
            </li>
          ))}
        </ul>
      )}
      {facts.length > 0 && (
        <KeyValueList
          items={facts.map(({ name, value }) => ({
            label: t(`fact.${name}`),
            value: <FactValue value={value} />,
          }))}
        />
      )}
    </>
  );
}

function FactValue({ value }: { value: Fact['value'] }) {
  const { count } = useTranslations();
  if (typeof value === 'bigint') return <Amount value={value} />;
  if (typeof value === 'number') return <>{count(value)}</>;
  return <code class="verify-code">{value}</code>;
}

/** The given value beside the computed value, with the differing characters marked. */
function DifferenceTable({ differences }: { differences: readonly Difference[] }) {
  const { t } = useTranslations();
  return (
    <div class="verify-differences">
      {differences.map(({ field, shown, computed }) => {
        const [one, other] = markDifference(shown, computed);
        return (
          <div class="verify-difference" key={`${field} ${shown} ${computed}`} data-field={field}>
            <KeyValueList
              items={[
                { label: t('difference.field'), value: <code class="verify-code">{field}</code> },
                { label: t('difference.shown'), value: <MarkedText marked={one} wrong /> },
                { label: t('difference.computed'), value: <MarkedText marked={other} /> },
              ]}
            />
          </div>
        );
      })}
    </div>
  );
}

function MarkedText({ marked, wrong = false }: { marked: Marked; wrong?: boolean }) {
  const { before, differs, after } = marked;
  return (
    <code class="verify-code">
      {before}
      {differs !== '' && (
        <mark class={wrong ? 'verify-mark verify-mark--wrong' : 'verify-mark'}>{differs}</mark>
      )}
      {after}
    </code>
  );
}

/** A text in three parts: the common beginning, what differs, and the common end. */
interface Marked {
  readonly before: string;
  readonly differs: string;
  readonly after: string;
}

/** Splits two texts into common beginning, difference and common end. */
export function markDifference(one: string, other: string): readonly [Marked, Marked] {
  const shortest = Math.min(one.length, other.length);
  let start = 0;
  while (start < shortest && one[start] === other[start]) start += 1;
  let end = 0;
  while (end < shortest - start && one.at(-1 - end) === other.at(-1 - end)) end += 1;
  return [cut(one, start, end), cut(other, start, end)];
}

function cut(text: string, start: number, end: number): Marked {
  const stop = text.length - end;
  return { before: text.slice(0, start), differs: text.slice(start, stop), after: text.slice(stop) };
}
