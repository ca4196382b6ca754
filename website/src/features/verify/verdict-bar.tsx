import { ClaimList, type ClaimsProps } from './claims.tsx';
import { StatusIcon } from './status-icon.tsx';
import { useTranslations } from './texts.ts';
import { useLoaded } from './use-loaded.ts';
import './verify.css';

/**
 * The verdict on a page, with the claims that follow from it. It is rendered in its final size from the start; details and
 * messages load once the page is idle.
 * @param props.claims those of the page itself; those of the chain follow
 */
export function Verdict({ proof, claims }: ClaimsProps) {
  const { t } = useTranslations();
  const details = useLoaded(() => import('./verdict-details.tsx'));
  const { verdict } = proof;
  const isBroken = proof.isBroken || details === 'broken';
  const isProven = verdict === 'passed' || verdict === 'limited';
  return (
    <section class="verify" aria-label={t('verify.section')} data-proof={isProven ? 'proven' : 'none'}>
      {typeof details !== 'object' || isBroken ? (
        <>
          <ClaimList claims={[...claims, ...CHAIN.map((of) => ({ text: t(of), by: [] }))]} proof={proof} />
          <p class="verify-bar__head needs-script" data-verdict={isBroken ? 'skipped' : 'running'}>
            <StatusIcon status={isBroken ? 'skipped' : 'waiting'} />
            <span class="verify-bar__words">{t(isBroken ? 'verify.broken' : 'verify.waiting')}</span>
          </p>
        </>
      ) : (
        <details.default proof={proof} claims={claims} />
      )}
    </section>
  );
}

/** What the claims of the chain will be about. */
const CHAIN = ['claims.depth', 'claims.work', 'claims.age', 'claims.others'] as const;
