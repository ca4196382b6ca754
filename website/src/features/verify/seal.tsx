import { Button } from '@cairn/ui';
import { useLoaded } from '../../site/use-loaded.ts';
import { ReadersClock } from './region.tsx';
import type { SealProps } from './seal-rows.tsx';
import { StatusMark } from './status-mark.tsx';
import { useTranslations } from './texts.ts';
import './seal.css';

/**
 * The seal of a page that proves: one row with its verdict, which opens to show each check. It has its size from the start; checks and
 * messages load once the page is idle.
 */
export function Seal({ proof, children }: SealProps) {
  const { t } = useTranslations();
  const rows = useLoaded(loadRows);
  const { verdict, again } = proof;
  const obstacle = rows === 'broken' ? rows : proof.obstacle;
  const isProven = verdict === 'passed' || verdict === 'limited';
  return (
    <section class="seal" aria-label={t('seal.label')} data-proof={isProven ? 'proven' : 'none'}>
      <ReadersClock>
        {typeof rows === 'object' && obstacle === undefined ? (
          <rows.default proof={proof}>{children}</rows.default>
        ) : (
          <div class="seal__head needs-script" data-verdict={obstacle === undefined ? 'running' : 'skipped'}>
            <StatusMark status={obstacle === undefined ? 'running' : 'skipped'} isLarge />
            <div class="seal__words">
              <strong>{t(obstacle === undefined ? 'seal.running' : 'seal.skipped')}</strong>
              <span class="seal__facts">{obstacle !== undefined && t(`seal.${obstacle}`)}</span>
            </div>
            {obstacle === 'saver' && (
              <Button size="sm" variant="primary" onClick={again}>
                {t('seal.now')}
              </Button>
            )}
          </div>
        )}
      </ReadersClock>
    </section>
  );
}

/** What each witness has said, with its tip; nothing without witnesses. */
export function Witnesses({ proof }: Pick<SealProps, 'proof'>) {
  const rows = useLoaded(loadRows);
  return typeof rows === 'object' ? <rows.WitnessList of={proof.chain?.witnesses} /> : null;
}

const loadRows = () => import('./seal-rows.tsx');
