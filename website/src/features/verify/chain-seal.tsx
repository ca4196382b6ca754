import { useLoaded } from '../../site/use-loaded.ts';
import { Plate } from './plate.tsx';
import { useTranslations } from './texts.ts';

const loadWalk = () => import('./walk-seal.tsx');

/**
 * A seal that counts up while this browser proves the server's headers, and stays with the chain's tip. It has its final size from the
 * start; the walk is loaded once the page is idle, and for a reader who saves data only on demand.
 */
export function ChainSeal() {
  const { t } = useTranslations();
  const walk = useLoaded(loadWalk);
  return (
    <section class="needs-script" aria-label={t('seal.label')}>
      {typeof walk === 'object' ? (
        <walk.default />
      ) : (
        <Plate verdict={walk === 'broken' ? 'skipped' : 'running'}>
          {t(walk === 'broken' ? 'seal.broken' : 'seal.running')}
        </Plate>
      )}
    </section>
  );
}
