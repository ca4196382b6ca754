import type { BlockId } from '@cairn/protocol';
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { StatusIcon } from './status-icon.tsx';
import { type Proof, type Status, statusOf, type StepId, type StepState } from './steps.ts';
import { useTranslations } from './texts.ts';
import { useLoaded } from './use-loaded.ts';
import type { PageSubject } from './verify.ts';
import './verify.css';

/** What a page says, and how far its verification bears it out. */
export interface Claim {
  readonly text: ComponentChildren;
  /** The steps that check it, or `note` for a remark. */
  readonly by: readonly StepId[] | 'note';
}

interface VerificationProps {
  /** Absent until the page has loaded. */
  readonly subject: PageSubject | undefined;
  /** Claims of the page, by what is known of the steps; none until it has loaded. */
  readonly claims: (steps: readonly StepState[]) => readonly Claim[];
  /** True while the page loads its data again. */
  readonly isLoading?: boolean | undefined;
  /** Called with the proof of a transaction that can be handed on, and with `undefined` while there is none. */
  readonly onProof?: ((proof: Proof | undefined) => void) | undefined;
  /** Called with the tip that the page of an address is behind. */
  readonly onBehind?: ((tip: BlockId) => void) | undefined;
}

/**
 * Verifies in the browser what a page shows. It is rendered in its final size from the start; script, messages and worker
 * load once the page has loaded and is idle.
 */
export function Verification({ subject, claims, isLoading = false, ...rest }: VerificationProps) {
  const { t } = useTranslations();
  const [steps, setSteps] = useState<readonly StepState[]>([]);
  const loaded = useLoaded(() => import('./panel.tsx'), subject !== undefined);
  const state = loaded === 'broken' ? 'broken' : 'waiting';
  return (
    <section class="verify" aria-label={t('verify.section')}>
      <Claims claims={claims(steps)} steps={steps} />
      {subject !== undefined && typeof loaded === 'object' ? (
        <loaded.default {...rest} {...{ subject, isLoading }} onSteps={setSteps} />
      ) : (
        <p class="verify-bar__head needs-script" data-verdict={state}>
          <StatusIcon status="waiting" />
          <span class="verify-bar__words">{t(`verify.${state}`)}</span>
        </p>
      )}
    </section>
  );
}

/** The status of a claim, which needs all of its steps. @param steps none before the verification has begun */
export function statusOfClaim({ by }: Claim, steps: readonly StepState[]): Status | 'note' {
  if (by === 'note') return by;
  if (steps.length === 0) return 'waiting';
  const own = steps.filter(({ id }) => by.includes(id));
  const status = statusOf(own);
  return status === 'limited' && own.some((step) => step.status === 'skipped') ? 'skipped' : status;
}

/** The statuses that screen readers hear. */
const SAID = ['passed', 'limited', 'failed', 'skipped'] as const;

/**
 * The claims of a page, each below those that it depends on. An icon shows the status of each check; without JavaScript
 * there are no icons.
 */
function Claims({ claims, steps }: { claims: readonly Claim[]; steps: readonly StepState[] }) {
  const { t } = useTranslations();
  if (claims.length === 0) return null;
  return (
    <ol class="claims c-row" aria-label={t('claims.label')}>
      {claims.map((claim, place) => {
        const status = statusOfClaim(claim, steps);
        const said = SAID.find((one) => one === status);
        return (
          <li key={place} class="claims__item" data-status={status}>
            <StatusIcon status={status} />
            <span>
              {claim.text}
              {said !== undefined && <span class="c-visually-hidden">{` (${t(`claims.${said}`)})`}</span>}
            </span>
          </li>
        );
      })}
    </ol>
  );
}
