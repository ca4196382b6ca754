import type { BlockId } from '@cairn/protocol';
import { useEffect, useState } from 'preact/hooks';
import { whenIdle } from '../../site/when-idle.ts';
import { useTranslations } from './texts.ts';
import type { StepState } from './findings.ts';
import type { PageSubject } from './worker.ts';
import { type Claim, Claims, StatusIcon } from './claims.tsx';
import type { ProofToShare } from './share-proof.tsx';
import './verify.css';

export interface VerificationProps {
  /** Absent until the page has loaded. */
  readonly subject: PageSubject | undefined;
  /** Claims of the page; empty until it has loaded. */
  readonly claims: readonly Claim[];
  /** True once a reorganization has removed the block. */
  readonly isLeft?: boolean | undefined;
  /** True while the page loads its data again. */
  readonly isLoading?: boolean | undefined;
  /** Called with the steps whenever they change; none while the page loads its data again. */
  readonly onSteps?: ((steps: readonly StepState[]) => void) | undefined;
  /** Called with the proof of a transaction that can be handed on, and with `undefined` while there is none. */
  readonly onProof?: ((proof: ProofToShare | undefined) => void) | undefined;
  /** Called with the tip that the page of an address is behind. */
  readonly onBehind?: ((tip: BlockId) => void) | undefined;
}

/**
 * Verifies in the browser what a page shows. It is rendered in its final size from the start; script, messages and worker
 * load once the page has loaded and is idle.
 */
export function Verification(props: VerificationProps) {
  const { subject, claims, isLeft = false, isLoading = false, onSteps, onProof, onBehind } = props;
  const { t } = useTranslations();
  const [steps, setSteps] = useState<readonly StepState[]>([]);
  const panel = useLoaded(() => import('./panel.tsx'), subject !== undefined);
  const loaded = panel !== undefined && typeof Worker === 'undefined' ? 'unsupported' : panel;
  return (
    <section class="verify" aria-label={t('verify.section')}>
      {claims.length > 0 && <Claims claims={claims} steps={steps} />}
      {subject !== undefined && typeof loaded === 'object' ? (
        <loaded.default
          subject={subject}
          isLeft={isLeft}
          isLoading={isLoading}
          onSteps={(next) => {
            setSteps(next);
            onSteps?.(next);
          }}
          onProof={onProof}
          onBehind={onBehind}
        />
      ) : (
        <p class="verify-bar verify-bar__head needs-script" data-verdict={loaded ?? 'waiting'}>
          <StatusIcon status="waiting" />
          <span class="verify-bar__words">{t(WAITING[typeof loaded === 'string' ? loaded : 'waiting'])}</span>
        </p>
      )}
    </section>
  );
}

/** A part of the program, loaded once the page is idle; `broken` if it does not load. @param isWanted changes only to true */
export function useLoaded<Part extends object>(
  load: () => Promise<Part>,
  isWanted = true,
): Part | 'broken' | undefined {
  const [loaded, setLoaded] = useState<Part | 'broken'>();
  useEffect(() => {
    if (!isWanted) return undefined;
    return whenIdle(() => void load().then(setLoaded, () => setLoaded('broken')));
  }, [isWanted]);
  return loaded;
}

const WAITING = {
  waiting: 'verify.waiting',
  unsupported: 'verify.unsupported',
  broken: 'verify.broken',
} as const;
