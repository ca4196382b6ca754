import { Timestamp } from '@cairn/ui';
import { useEffect, useState } from 'preact/hooks';
import { useChain } from '../../site/use-chain.ts';
import { useTranslations } from './finding.texts.ts';
import { ReadersClock } from './region.tsx';
import { Seal } from './seal.tsx';
import { isLimitedBy, useWalk } from './use-proof.ts';
import { whyOf } from './verdict-details.tsx';

/** The seal of the walk: how many headers were checked, where they begin, and what that leaves open. */
export default function WalkSeal() {
  const translations = useTranslations();
  const { t, rich, count, link } = translations;
  const { status } = useChain();
  const walk = useWalk(status?.initialized === true);
  const { verdict, headers, value, chain } = walk;
  const shown = useCountUp(headers);
  const isGood = verdict === 'passed' || verdict === 'limited';
  const isCounting = verdict === 'running' || (isGood && shown < headers);
  const part = isCounting ? 'seal.headers' : isLimitedBy(walk, 'no_anchor') ? 'seal.newest' : 'seal.all';
  const number = <strong>{t(part, { count: shown })}</strong>;
  const from = value === undefined ? 0 : value.height - headers;
  return (
    <ReadersClock>
      <p class="c-visually-hidden" role="status">
        {!isCounting && t(`verdict.${verdict}`)}
      </p>
      <Seal
        status={isCounting ? 'running' : verdict}
        words={
          isCounting || isGood ? (
            rich(isCounting ? 'seal.counting' : 'seal.checked', { headers: number })
          ) : (
            <strong>{t(`verdict.${verdict}`)}</strong>
          )
        }
      >
        {!isCounting && (
          <>
            {part === 'seal.all' && from > 0 && <p>{t('seal.since', { height: count(from) })}</p>}
            {verdict !== 'passed' && <p>{whyOf(walk, translations)}</p>}
            {chain?.isPublic === false && <p>{t('chain.devnet')}</p>}
            {chain && <p>{rich('chain.tip', { age: <Timestamp seconds={chain.tip.time} /> })}</p>}
            <p>
              <a href={link.page('/network')}>{t('panel.open')}</a>
            </p>
          </>
        )}
      </Seal>
    </ReadersClock>
  );
}

/** A number on its way up to another, which it never exceeds; once there, it follows at once. */
function useCountUp(count: number): number {
  const [shown, setShown] = useState(0);
  const [isThere, setThere] = useState(false);
  useEffect(() => {
    if (isThere) return undefined;
    if (shown >= count) return setThere(count > 0);
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return setShown(count);
    const frame = requestAnimationFrame(() => setShown(shown + Math.ceil((count - shown) / 12)));
    return () => cancelAnimationFrame(frame);
  }, [shown, count, isThere]);
  return isThere ? count : shown;
}
