import type { Claim, StepId, StepState } from '../verify/index.ts';
import type { Translations } from './texts.ts';

/** What the steps of a verification found, for the claims of an address's page. */
interface Found {
  /** Height of the proof's block. */
  readonly height: number;
  readonly total: number;
  /** Newest transactions of which none is missing. */
  readonly proven: number;
  /** Lowest block of the checked chain. */
  readonly bottom: number;
}

/**
 * The claims of an address's page. Until the verification has ended they only name what is checked, because no number is proven
 * before.
 * @param steps empty while the page waits, or loads again
 */
export function addressClaims(steps: readonly StepState[], translations: Translations): Claim[] {
  const of = (id: StepId) => steps.find((step) => step.id === id);
  const ended = steps.length > 0 && steps.every(({ status }) => status !== 'waiting' && status !== 'running');
  const [account, history, chain] = [of('account'), of('history'), of('chain')];
  const found: Found = {
    height: numberIn(account, 'height'),
    total: numberIn(account, 'total'),
    proven: numberIn(history, 'proven'),
    bottom: numberIn(chain, 'bottom'),
  };
  const isChecked = (step: StepState | undefined) => step?.status === 'passed' || step?.status === 'limited';
  const { t } = translations;
  const linked = isChecked(chain);
  return [
    {
      by: ['network', 'account', 'chain'],
      text: !ended
        ? t('claims.balance')
        : linked && isChecked(account)
          ? balanceText(found, translations)
          : t('claims.balanceNot'),
    },
    {
      by: ['network', 'history', 'entries', 'chain'],
      text: !ended
        ? t('claims.complete')
        : linked && isChecked(history)
          ? historyText(found, translations)
          : t('claims.completeNot'),
    },
    {
      by: ['network', 'chain'],
      text: !ended ? t('claims.linked') : linked ? chainText(found, translations) : t('claims.linkedNot'),
    },
  ];
}

function numberIn(step: StepState | undefined, name: string): number {
  return Number(step?.facts.find((fact) => fact.name === name)?.value ?? 0);
}

function balanceText({ height, total }: Found, { rich, count, link }: Translations) {
  const block = <a href={link.block(height)}>{count(height)}</a>;
  return rich(total === 0 ? 'claims.unusedProven' : 'claims.balanceProven', { height: block });
}

function historyText({ proven, total }: Found, { t }: Translations): string {
  if (total === 0) return t('claims.noneProven');
  if (proven < total) return t('claims.newestProven', { proven, total });
  return t('claims.completeProven', { count: total });
}

function chainText({ height, bottom }: Found, { t, count }: Translations): string {
  if (bottom === 0) return t('claims.linkedProven', { height: count(height) });
  return t('claims.linkedTo', { height: count(height), bottom: count(bottom) });
}
