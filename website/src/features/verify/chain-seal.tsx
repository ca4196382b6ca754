import { Button } from '@cairn/ui';
import { useEffect, useState } from 'preact/hooks';
import { useLoaded } from '../../site/use-loaded.ts';
import { Seal } from './seal.tsx';
import { useTranslations } from './texts.ts';

const loadWalk = () => import('./walk-seal.tsx');

/** True for a reader who has asked to save data. */
const savesData = () => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;

/**
 * A seal that counts up while this browser checks the server's headers, and stays with the chain's tip. It has its final size from the
 * start; the walk is loaded once the page is idle, and for a reader who saves data only on demand.
 */
export function ChainSeal() {
  const { t } = useTranslations();
  // Unknown in the first rendering, which must equal the server's.
  const [isOn, setOn] = useState<boolean | undefined>(undefined);
  useEffect(() => setOn(!savesData()), []);
  return (
    <section class="needs-script" aria-label={t('verify.section')}>
      {isOn === true ? (
        <Walk />
      ) : (
        <Seal
          status={isOn === false ? 'skipped' : 'running'}
          words={t(isOn === false ? 'seal.saving' : 'verify.waiting')}
        >
          {isOn === false && (
            <Button size="sm" onClick={() => setOn(true)}>
              {t('seal.check')}
            </Button>
          )}
        </Seal>
      )}
    </section>
  );
}

function Walk() {
  const { t } = useTranslations();
  const walk = useLoaded(loadWalk);
  if (typeof walk === 'object') return <walk.default />;
  const isBroken = walk === 'broken';
  return (
    <Seal
      status={isBroken ? 'skipped' : 'running'}
      words={t(isBroken ? 'verify.broken' : 'verify.waiting')}
    />
  );
}
