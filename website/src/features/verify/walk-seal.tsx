import { Button, Timestamp } from '@cairn/ui';
import { useEffect, useState } from 'preact/hooks';
import { useChain } from '../../site/use-chain.ts';
import { Plate } from './plate.tsx';
import { ReadersClock } from './region.tsx';
import { reasonIn } from './seal-rows.tsx';
import { useTranslations } from './seal.texts.ts';
import { useTranslations as useFirstTexts } from './texts.ts';
import { isLimitedBy, useWalk } from './use-proof.ts';

/** The seal of the walk: how many headers were proven, where they begin, and what that leaves open. */
export default function WalkSeal() {
  const translations = useTranslations();
  const { t, rich, count, link } = translations;
  const { t: first } = useFirstTexts();
  const { status } = useChain();
  const walk = useWalk(status?.initialized === true);
  const { verdict, headers, value, chain, obstacle, again } = walk;
  const shown = useCountUp(headers);
  if (obstacle !== undefined) {
    const notes = (
      <>
        <p>{first(`seal.${obstacle}`)}</p>
        {obstacle === 'saver' && (
          <Button size="sm" onClick={again}>
            {first('seal.now')}
          </Button>
        )}
      </>
    );
    return (
      <Plate verdict="skipped" notes={notes}>
        <strong>{first('seal.skipped')}</strong>
      </Plate>
    );
  }
  const isGood = verdict === 'passed' || verdict === 'limited';
  const isCounting = verdict === 'running' || (isGood && shown < headers);
  const part = isCounting ? 'walk.headers' : isLimitedBy(walk, 'no_anchor') ? 'walk.newest' : 'walk.all';
  const number = <strong>{t(part, { count: shown })}</strong>;
  const from = value === undefined ? 0 : value.height - headers;
  const notes = !isCounting && (
    <>
      {part === 'walk.all' && from > 0 && <p>{t('walk.since', { height: count(from) })}</p>}
      {verdict !== 'passed' && <p>{reasonIn(walk, translations)}</p>}
      {chain?.isPublic === false && <p>{t('check.devnet')}</p>}
      {chain && <p>{rich('check.tip', { age: <Timestamp seconds={chain.tip.time} /> })}</p>}
      <p>
        <a href={link.page('/network')}>{t('walk.more')}</a>
      </p>
    </>
  );
  return (
    <ReadersClock>
      <p class="c-visually-hidden" role="status">
        {!isCounting && t(`verdict.${verdict}`)}
      </p>
      <Plate verdict={isCounting ? 'running' : verdict} notes={notes}>
        {isCounting || isGood ? (
          rich(isCounting ? 'walk.counting' : 'walk.proven', { headers: number })
        ) : (
          <strong>{t(`verdict.${verdict}`)}</strong>
        )}
      </Plate>
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
