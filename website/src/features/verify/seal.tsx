import { Button } from '@cairn/ui';
import { useChain } from '../../site/use-chain.ts';
import { useLoaded } from '../../site/use-loaded.ts';
import { ReadersClock } from './region.tsx';
import type { SealProps } from './seal-rows.tsx';
import { StatusMark } from './status-mark.tsx';
import { useTranslations } from './texts.ts';
import { useWalk } from './use-proof.ts';
import './seal.css';

/**
 * The seal of a page that proves: one row with its verdict, which opens to show each check. It has its size from the start; checks and
 * messages load once the page is idle.
 */
export function Seal(props: SealProps) {
  const { t } = useTranslations();
  const rows = useLoaded(loadRows);
  const { verdict, again, obstacle: met } = props.proof;
  const obstacle = rows === 'broken' ? rows : met;
  const isProven = verdict === 'passed' || verdict === 'limited';
  const shown = obstacle === undefined ? 'running' : 'skipped';
  return (
    <section class="seal needs-script" aria-label={t('seal.label')} data-proof={isProven ? 'proven' : 'none'}>
      <ReadersClock>
        {typeof rows === 'object' && obstacle === undefined ? (
          <rows.default {...props} />
        ) : (
          <div class="seal__head" data-verdict={shown}>
            <StatusMark status={shown} isLarge />
            <div class="seal__words">
              <strong class={props.isCounting === true ? 'seal__counted' : undefined}>
                {t(`verdict.${shown}`)}
              </strong>
              <span class="seal__facts">
                {obstacle === undefined
                  ? props.isCounting !== true && t('seal.meanwhile')
                  : t(`seal.${obstacle}`)}
              </span>
            </div>
            {obstacle !== undefined && (
              <Button
                size="sm"
                variant="primary"
                onClick={rows === 'broken' ? () => location.reload() : again}
              >
                {t(obstacle === 'saver' ? 'seal.now' : 'states.tryAgain')}
              </Button>
            )}
          </div>
        )}
      </ReadersClock>
    </section>
  );
}

/** A seal that counts up while this browser proves the server's headers, and stays with the chain's tip. */
export function ChainSeal() {
  const { status } = useChain();
  return (
    <div class="needs-script">
      <Seal proof={useWalk(status?.initialized === true)} isCounting />
    </div>
  );
}

/** What each witness has said, with its tip; nothing without witnesses. */
export function Witnesses({ proof }: Pick<SealProps, 'proof'>) {
  const rows = useLoaded(loadRows);
  return typeof rows === 'object' ? <rows.WitnessList of={proof.chain?.witnesses} /> : null;
}

const loadRows = () => import('./seal-rows.tsx');
