import { parsePebbles } from '@cairn/protocol';
import { Amount, classes, Icon, type IconName, numberText } from '@cairn/ui';
import { useEffect, useRef } from 'preact/hooks';
import {
  type Difference,
  type Fact,
  type FactName,
  INPUT_SOURCE,
  type StepId,
  type StepResult,
  type StepStatus,
} from '../findings.ts';
import type { Verification } from '../use-verification.ts';
import type { StepWords } from '../messages/step-words.ts';

/**
 * Every planned step in order.
 * @param props.given true for the user's input: the API was not asked
 */
export function Steps({
  state,
  given = false,
  words,
}: {
  state: Verification;
  given?: boolean;
  words: StepWords;
}) {
  return (
    <ol class="verify-steps" aria-label={words.t('panel.steps')}>
      {state.planned.map((id) => (
        <Step
          key={id}
          id={id}
          result={state.results.get(id)}
          running={state.running === id}
          progress={state.running === id ? state.progress : undefined}
          given={given}
          words={words}
        />
      ))}
    </ol>
  );
}

/** Status of a step, before its result too. */
export type ShownStatus = StepStatus | 'running' | 'waiting';

const ICONS: Readonly<Record<ShownStatus, IconName | undefined>> = {
  passed: 'check',
  limited: 'info',
  failed: 'cross',
  skipped: 'warn',
  running: undefined,
  waiting: undefined,
};

interface StepProps {
  id: StepId;
  result: StepResult | undefined;
  running: boolean;
  progress: { readonly done: number; readonly total: number } | undefined;
  /** True for the user's input: the API was not asked. */
  given: boolean;
  words: StepWords;
}

/** One step with its status; opened, it shows what was computed from which bytes. */
function Step({ id, result, running, progress, given, words }: StepProps) {
  const status: ShownStatus = result?.status ?? (running ? 'running' : 'waiting');
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
          <span class="verify-step__title">{words.say(`${id}.title`)}</span>
          <span class="verify-step__status">
            {words.say(`status.${status}`)}
            {progress !== undefined && ` ${percent(progress, words.locale)}`}
          </span>
        </summary>
        <div class="verify-step__body">
          <p>{given && id === 'transaction' ? words.t('transaction.given') : words.say(`${id}.how`)}</p>
          {result !== undefined && <Findings result={result} given={given} words={words} />}
        </div>
      </details>
    </li>
  );
}

/** The icon of a status; always shown beside its text. */
export function StatusIcon({ status }: { status: ShownStatus }) {
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

function Findings({ result, given, words }: { result: StepResult; given: boolean; words: StepWords }) {
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

/** The API's value, or that of the user's input, beside the computed value, with the differing characters marked. */
export function DifferenceTable({
  differences,
  given,
  words: { t },
}: {
  differences: readonly Difference[];
  given: boolean;
  words: StepWords;
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

const AMOUNTS: ReadonlySet<FactName> = new Set(['subsidy', 'fees', 'reward']);
const CODE: ReadonlySet<FactName> = new Set([
  'source',
  'digest',
  'signature',
  'publicKey',
  'address',
  'id',
  'root',
  'target',
  'bits',
  'fields',
  'rule',
]);

/** A computed value, formatted by its name. */
function FactValue({ fact: { name, value }, words }: { fact: Fact; words: StepWords }) {
  if (name === 'source' && value === INPUT_SOURCE) return <>{words.t('source.pasted')}</>;
  if (AMOUNTS.has(name)) return <Amount value={parsePebbles(String(value))} />;
  if (name === 'work') return <>{hashes(BigInt(value), words.locale)}</>;
  if (CODE.has(name)) return <code class="verify-code">{value}</code>;
  if (name === 'tip') return <>{numberText(Number(value), words.locale)}</>;
  return <>{typeof value === 'number' ? numberText(value, words.locale) : value}</>;
}

/** A number of hashes: exact below a million, compact above. */
function hashes(count: bigint, locale: string): string {
  if (count < 1_000_000n) return numberText(count, locale);
  return `≈ ${new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 2 }).format(count)}`;
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
