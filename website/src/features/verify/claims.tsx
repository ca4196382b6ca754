import { Icon, type IconName } from '@cairn/ui';
import type { ComponentChildren } from 'preact';
import type { StepId } from './finding.texts.ts';
import { type Finding, type Status, verdictOf } from './proof.ts';
import { useTranslations } from './texts.ts';
import type { PageProof } from './use-proof.ts';
import './verify.css';

/** What a page says, and how far its proof bears it out. */
export interface Claim {
  readonly text: ComponentChildren;
  /** The steps that bear it out, or `note` for a remark. */
  readonly by: readonly StepId[] | 'note';
}

export interface ClaimsProps {
  readonly proof: PageProof;
  readonly claims: readonly Claim[];
}

const ICONS: Readonly<Partial<Record<Status | 'note' | 'waiting', IconName>>> = {
  passed: 'check',
  limited: 'info',
  note: 'info',
  failed: 'cross',
  skipped: 'warn',
};

/** The icon of a status, or of a remark (`note`); always shown beside its text. */
export function StatusIcon({ status }: { status: Status | 'note' | 'waiting' }) {
  const icon = ICONS[status];
  return (
    <span class="verify-icon" data-status={status} aria-hidden="true">
      {icon !== undefined && <Icon name={icon} />}
    </span>
  );
}

/** The status of a claim, which needs all of its steps. */
function statusOfClaim({ by }: Claim, findings: readonly Finding[], hasEnded: boolean) {
  if (by === 'note') return by;
  const own = findings.filter(({ id }) => by.includes(id));
  if (own.length === 0) return hasEnded ? 'skipped' : 'waiting';
  const status = verdictOf(own, true);
  return status === 'limited' && own.some((one) => one.status === 'skipped') ? 'skipped' : status;
}

/** The claims of a page. An icon shows the status of each, which screen readers hear; without scripts there are none. */
export function ClaimList({ claims, proof }: ClaimsProps) {
  const { t } = useTranslations();
  const { findings, verdict } = proof;
  return (
    <ol class="claims c-row" aria-label={t('claims.label')}>
      {claims.map((claim, place) => {
        const own = statusOfClaim(claim, findings, verdict !== 'running');
        // Under a verdict that is not good nothing bears a green mark.
        const status = own === 'passed' && (verdict === 'failed' || verdict === 'skipped') ? 'note' : own;
        const isSilent = status === 'note' || status === 'waiting' || status === 'running';
        return (
          <li key={place} class="claims__item" data-status={status}>
            <StatusIcon status={status} />
            <span>
              {claim.text}
              {!isSilent && <span class="c-visually-hidden">{` (${t(`claims.${status}`)})`}</span>}
            </span>
          </li>
        );
      })}
    </ol>
  );
}
