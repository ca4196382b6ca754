import type { StepId } from './finding.texts.ts';
import { ClaimList, type ClaimsProps, StatusIcon } from './claims.tsx';
import { ReadersClock } from './region.tsx';
import { useTranslations } from './texts.ts';
import { useLoaded } from '../../site/use-loaded.ts';

/**
 * The verdict on a page, with the claims that follow from it. It is rendered in its final size from the start; details and
 * messages load once the page is idle.
 * @param props.claims those of the page itself; those of the chain follow
 * @param props.isAlone true for what is proven by its own bytes, without a chain
 */
export function Verdict({ proof, claims, isAlone = false }: ClaimsProps & { isAlone?: boolean }) {
  const { t } = useTranslations();
  const details = useLoaded(loadDetails);
  const { verdict, chain } = proof;
  const isBroken = proof.isBroken || details === 'broken';
  const isProven = verdict === 'passed' || verdict === 'limited';
  const isShort = !isAlone && (chain === undefined || typeof details !== 'object');
  const all = isShort ? [...claims, ...CHAIN.map((of) => ({ text: t(of), by: NOTHING }))] : claims;
  return (
    <section class="verify" aria-label={t('verify.section')} data-proof={isProven ? 'proven' : 'none'}>
      <ReadersClock>
        {typeof details !== 'object' || isBroken ? (
          <>
            <ClaimList claims={all} proof={proof} />
            <p class="verify-bar__head needs-script" data-verdict={isBroken ? 'skipped' : 'running'}>
              <StatusIcon status={isBroken ? 'skipped' : 'waiting'} />
              <span class="verify-bar__words">{t(isBroken ? 'verify.broken' : 'verify.waiting')}</span>
            </p>
          </>
        ) : (
          <details.default proof={proof} claims={all} />
        )}
      </ReadersClock>
    </section>
  );
}

/** What each witness has said, with its tip; nothing without witnesses. */
export function Witnesses({ proof }: Pick<ClaimsProps, 'proof'>) {
  const details = useLoaded(loadDetails);
  return typeof details === 'object' ? <details.WitnessList of={proof.chain?.witnesses} /> : null;
}

const loadDetails = () => import('./verdict-details.tsx');

/** What the claims of the chain will be about. */
const CHAIN = ['claims.work', 'claims.age', 'claims.others'] as const;
const NOTHING: readonly StepId[] = [];
