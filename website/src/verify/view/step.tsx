import { classes, Icon, type IconName } from '@cairn/ui';
import { useEffect, useRef } from 'preact/hooks';
import type { CheckId, CheckResult, CheckStatus } from '../model.ts';
import { DifferenceTable } from './difference-table.tsx';
import { FactValue } from './fact-value.tsx';
import type { StepWords } from './words.ts';

/** A step that has no result yet either runs or waits. */
export type StepStatus = CheckStatus | 'running' | 'waiting';

const ICONS: Readonly<Record<StepStatus, IconName | undefined>> = {
  passed: 'check',
  limited: 'info',
  failed: 'cross',
  skipped: 'warn',
  running: undefined,
  waiting: undefined,
};

export interface StepProps {
  id: CheckId;
  result: CheckResult | undefined;
  running: boolean;
  progress: { readonly done: number; readonly total: number } | undefined;
  /** The reader gave what is checked: no API was asked. */
  given: boolean;
  words: StepWords;
}

/** One check: what it says and how it went, and behind that what was computed from which bytes. */
export function Step({ id, result, running, progress, given, words }: StepProps) {
  const status: StepStatus = result?.status ?? (running ? 'running' : 'waiting');
  const details = useRef<HTMLDetailsElement>(null);
  const failed = status === 'failed';
  // Opened for the reader once; closing it is the reader's.
  useEffect(() => {
    if (failed && details.current !== null) details.current.open = true;
  }, [failed]);
  return (
    <li class={`verify-step verify-step--${status}`} data-check={id} data-status={status}>
      <details ref={details}>
        <summary class="verify-step__head">
          <StatusIcon status={status} />
          <span class="verify-step__title">{words.say(`${id}.title`)}</span>
          <span class="verify-step__status">
            {words.say(`status.${status}`)}
            {progress !== undefined && ` ${percent(progress, words.locale)}`}
          </span>
        </summary>
        <div class="verify-step__body">
          <p>{given && id === 'transactionId' ? words.t('transactionId.given') : words.say(`${id}.how`)}</p>
          {result !== undefined && <Findings result={result} given={given} words={words} />}
        </div>
      </details>
    </li>
  );
}

/** The sign of a status; its word always stands beside it. */
export function StatusIcon({ status }: { status: StepStatus }) {
  const icon = ICONS[status];
  return (
    <span class={classes('verify-icon', `verify-icon--${status}`)} aria-hidden="true">
      {icon !== undefined && <Icon name={icon} />}
    </span>
  );
}

function percent({ done, total }: { done: number; total: number }, locale: string): string {
  const share = total === 0 ? 1 : Math.min(1, done / total);
  return new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 }).format(share);
}

function Findings({ result, given, words }: { result: CheckResult; given: boolean; words: StepWords }) {
  const { facts, differences, problems, reason } = result;
  return (
    <>
      {reason !== undefined && (
        <p class="verify-reason">{words.say(`reason.${reason.code}`, reason.count)}</p>
      )}
      {differences.length > 0 && <DifferenceTable differences={differences} given={given} words={words} />}
      {problems.length > 0 && (
        <div class="verify-differences">
          <p class="verify-label">{words.t('problems.title')}</p>
          <ul class="verify-problems" lang="en">
            {problems.map((problem) => (
              <li key={problem}>
                <code class="verify-code">{problem}</code>
              </li>
            ))}
          </ul>
        </div>
      )}
      {facts.length > 0 && (
        <dl class="verify-facts">
          {facts.map((fact) => (
            <div key={fact.name}>
              <dt>{words.say(`fact.${fact.name}`)}</dt>
              <dd>
                <FactValue fact={fact} words={words} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </>
  );
}
