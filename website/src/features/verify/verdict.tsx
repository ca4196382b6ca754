import { Amount, Icon, Identifier, KeyValueList, Timestamp } from '@cairn/ui';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { checksOf, type Difference, type Fact, isChecked, type StepState, type Verdict } from './steps.ts';
import { useTranslations } from './steps.texts.ts';
import { StatusIcon } from './status-icon.tsx';

interface VerdictBarProps {
  readonly verdict: Verdict;
  readonly steps: readonly StepState[];
  /** True to show the steps, and what they found, from the start. */
  readonly isOpen?: boolean;
  /** Above the steps. */
  readonly lead?: ComponentChildren;
  /** Below the steps. */
  readonly children: ComponentChildren;
}

/** A bar with the verdict; it opens to show the steps, of itself if something is wrong. Screen readers hear the verdict. */
export function VerdictBar({ verdict, steps, isOpen = false, lead, children }: VerdictBarProps) {
  const { t } = useTranslations();
  const details = useOpened(verdict === 'failed');
  const said = t(`verdict.${verdict}`);
  const checks = checksOf(steps);
  const passed = checks.filter(isChecked).length;
  const count = passed < checks.length ? `${passed}/${checks.length}` : '';
  return (
    <>
      <p class="c-visually-hidden" role="status">
        {verdict !== 'running' && (count === '' ? said : `${said}: ${count}.`)}
      </p>
      <details ref={details} open={isOpen} class="verify-bar" data-verdict={verdict}>
        <summary class="verify-bar__head">
          <StatusIcon status={verdict} />
          <span class="verify-bar__words">
            <strong class="verify-ink">{said}</strong>{' '}
            {count !== '' && <span class="c-muted">· {count}</span>}
          </span>
          <span class="verify-bar__open c-muted">
            <span>{t('panel.open')}</span>
            <Icon name="chevron-right" />
          </span>
        </summary>
        <div class="c-pad c-stack">
          {lead}
          <ol class="verify-steps c-rows c-rows--flush" aria-label={t('panel.steps')}>
            {steps.map((step) => (
              <Step key={step.id} step={step} isOpen={isOpen} />
            ))}
          </ol>
          {children}
        </div>
      </details>
    </>
  );
}

/** Details that open of themselves once something is wrong; the user can close them. */
function useOpened(isWrong: boolean) {
  const details = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    if (isWrong && details.current !== null) details.current.open = true;
  }, [isWrong]);
  return details;
}

/** One step with its status; opened, it shows what was computed from which bytes. */
function Step({ step, isOpen }: { step: StepState; isOpen: boolean }) {
  const { t, percent } = useTranslations();
  const { id, status, progress, facts, differences, problems, reason } = step;
  const details = useOpened(status === 'failed');
  return (
    <li class="verify-step" data-check={id} data-status={status}>
      <details ref={details} open={isOpen}>
        <summary class="verify-bar__head">
          <StatusIcon status={status} />
          <span class="c-strong">{t(`${id}.title`)}</span>
          <span class="c-small verify-ink">
            {t(`status.${status}`)}
            {progress !== undefined && ` ${percent(progress, 0)}`}
          </span>
        </summary>
        <div class="verify-step__body c-stack">
          <p>{t(`${id}.how`)}</p>
          {reason !== undefined && (
            <p class="c-strong">{t(`reason.${reason.code}`, { count: reason.count ?? 0 })}</p>
          )}
          {(differences.length > 0 || problems.length > 0) && (
            <ul class="verify-differences c-rows c-rows--flush">
              {differences.map((one) => (
                <DifferenceItem key={`${one.field} ${one.shown} ${one.computed}`} difference={one} />
              ))}
              {problems.map((problem) => (
                <li key={problem} class="verify-difference c-mono" lang="en">
                  {problem}
                </li>
              ))}
            </ul>
          )}
          {facts.length > 0 && (
            <KeyValueList
              items={facts.map(({ name, value }) => ({
                label: t(`fact.${name}`),
                value: <FactValue name={name} value={value} />,
              }))}
            />
          )}
        </div>
      </details>
    </li>
  );
}

/** Facts that lead to a page of the explorer. */
const LINKED: Readonly<Partial<Record<Fact['name'], 'address' | 'block' | 'transaction'>>> = {
  transactionId: 'transaction',
  blockId: 'block',
  address: 'address',
  from: 'address',
  to: 'address',
  miner: 'address',
  owner: 'address',
  signer: 'address',
};

function FactValue({ name, value }: Fact) {
  const { t, count, link } = useTranslations();
  if (typeof value === 'bigint') return <Amount value={value} />;
  if (name === 'time') return <Timestamp seconds={Number(value)} show="exact" />;
  if (typeof value === 'number') return <>{count(value)}</>;
  if (name === 'text') return <span class="verify-message">{value}</span>;
  const page = LINKED[name];
  if (page === undefined) return <code>{value}</code>;
  return <Identifier value={value} what={t(`fact.${name}`)} href={link[page](value)} />;
}

/** The given value beside the computed value. */
function DifferenceItem({ difference: { field, shown, computed } }: { difference: Difference }) {
  const { t } = useTranslations();
  return (
    <li class="verify-difference" data-field={field}>
      <KeyValueList
        items={[
          { label: t('difference.field'), value: <code>{field}</code> },
          { label: t('difference.shown'), value: <code>{shown}</code> },
          { label: t('difference.computed'), value: <code>{computed}</code> },
        ]}
      />
    </li>
  );
}
