import { Amount, numberText } from '@cairn/ui';
import { useEffect, useRef } from 'preact/hooks';
import type { Difference, Fact, StepState } from './findings.ts';
import type { StepTranslations } from './steps.texts.ts';
import { StatusIcon } from './status-icon.tsx';

interface StepsProps {
  steps: readonly StepState[];
  /** True for the user's input: the API was not asked. */
  given?: boolean;
  translations: StepTranslations;
}

/** All steps in order. */
export function Steps({ steps, given = false, translations }: StepsProps) {
  return (
    <ol class="verify-steps" aria-label={translations.t('panel.steps')}>
      {steps.map((step) => (
        <Step key={step.id} step={step} given={given} translations={translations} />
      ))}
    </ol>
  );
}

interface StepProps {
  step: StepState;
  given: boolean;
  translations: StepTranslations;
}

/** One step with its status; opened, it shows what was computed from which bytes. */
function Step({ step, given, translations: { t, locale }, translations }: StepProps) {
  const { id, status, progress } = step;
  const details = useRef<HTMLDetailsElement>(null);
  const failed = status === 'failed';
  // Opened once; the user can close it.
  useEffect(() => {
    if (failed && details.current !== null) details.current.open = true;
  }, [failed]);
  return (
    <li class={`verify-step verify-step--${status}`} data-check={id} data-status={status}>
      <details ref={details}>
        <summary class="verify-step__head">
          <StatusIcon status={status} />
          <span class="verify-step__title">{t(`${id}.title`)}</span>
          <span class="verify-step__status">
            {t(`status.${status}`)}
            {progress !== undefined &&
              ` ${progress.toLocaleString(locale, { style: 'percent', maximumFractionDigits: 0 })}`}
          </span>
        </summary>
        <div class="verify-step__body">
          <p>{given && id === 'transaction' ? t('transaction.given') : t(`${id}.how`)}</p>
          <Findings step={step} given={given} translations={translations} />
        </div>
      </details>
    </li>
  );
}

function Findings({ step: { facts, differences, problems, reason }, given, translations }: StepProps) {
  const { t, locale } = translations;
  return (
    <>
      {reason !== undefined && (
        <p class="verify-reason">{t(`reason.${reason.code}`, { count: reason.count ?? 0 })}</p>
      )}
      {differences.length > 0 && (
        <DifferenceTable differences={differences} given={given} translations={translations} />
      )}
      {problems.length > 0 && (
        <div class="verify-differences">
          <p class="verify-label">{t('problems.title')}</p>
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
          {facts.map(({ name, value }) => (
            <div key={name}>
              <dt>{t(`fact.${name}`)}</dt>
              <dd>
                <FactValue value={value} locale={locale} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </>
  );
}

function FactValue({ value, locale }: { value: Fact['value']; locale: StepTranslations['locale'] }) {
  if (typeof value === 'bigint') return <Amount value={value} />;
  if (typeof value === 'number') return <>{numberText(value, locale)}</>;
  return <code class="verify-code">{value}</code>;
}

/** The API's value, or that of the user's input, beside the computed value, with the differing characters marked. */
export function DifferenceTable({
  differences,
  given,
  translations: { t },
}: {
  differences: readonly Difference[];
  given: boolean;
  translations: StepTranslations;
}) {
  return (
    <div class="verify-differences">
      <p class="verify-label">{t('difference.caption')}</p>
      {differences.map(({ field, shown, computed }) => {
        const [one, other] = markDifference(shown, computed);
        return (
          <dl class="verify-difference" key={`${field} ${shown} ${computed}`} data-field={field}>
            <div>
              <dt>{t('difference.field')}</dt>
              <dd>
                <code class="verify-code">{field}</code>
              </dd>
            </div>
            <div>
              <dt>{t(given ? 'difference.given' : 'difference.shown')}</dt>
              <dd>
                <MarkedText marked={one} wrong />
              </dd>
            </div>
            <div>
              <dt>{t('difference.computed')}</dt>
              <dd>
                <MarkedText marked={other} />
              </dd>
            </div>
          </dl>
        );
      })}
    </div>
  );
}

function MarkedText({
  marked: { before, differs, after },
  wrong = false,
}: {
  marked: Marked;
  wrong?: boolean;
}) {
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
