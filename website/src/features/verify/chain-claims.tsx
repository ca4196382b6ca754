import { Timestamp } from '@cairn/ui';
import { durationText } from '../../site/formats.ts';
import type { FindingTranslations } from './finding.texts.ts';
import type { ChainFacts } from './proof.ts';
import type { Claim } from './claims.tsx';
import { OwnClock } from './region.tsx';

/** Hashes per second of one processor core of an ordinary computer. */
const CORE_HASHES = 7_300_000;
/** Seconds by which a devnet's clock may differ before it is worth a remark. */
const CLOCK_TOLERANCE = 600;

/** What the walk shows of the chain: the blocks on top and their work, how old the tip is, and whether others have this chain. */
export function chainClaims(chain: ChainFacts | undefined, translations: FindingTranslations): Claim[] {
  const { t, rich } = translations;
  if (chain === undefined) {
    return (['depth', 'work', 'age', 'others'] as const).map((of) => ({
      text: t(`chain.${of}`),
      by: ['chain'],
    }));
  }
  const { depth, tip, isPublic, clock } = chain;
  const claims: Claim[] = [];
  if (depth !== undefined) {
    claims.push({
      text: depth <= 1 ? t('chain.newest') : t('chain.above', { count: depth - 1 }),
      by: ['chain', 'header', 'inChain', 'account'],
    });
  }
  if (!isPublic) claims.push({ text: t('chain.devnet'), by: 'note' });
  else if (depth !== undefined) claims.push({ text: workText(chain, translations), by: ['chain'] });
  claims.push({
    text: rich('chain.tip', {
      age: (
        <OwnClock>
          <Timestamp seconds={tip.time} />
        </OwnClock>
      ),
    }),
    by: isPublic ? ['chain'] : 'note',
  });
  if (!isPublic && Math.abs(clock.age) > CLOCK_TOLERANCE && clock.age < 0) {
    claims.push({
      text: t('chain.clockAhead', { duration: durationText(translations, -clock.age) }),
      by: 'note',
    });
  }
  return [...claims, { text: othersText(chain, translations), by: 'note' }];
}

/** Work as hashes, the time of one core, and of the whole network where the build knows its rate. */
function workText({ work = 0n, minutes }: ChainFacts, translations: FindingTranslations): string {
  const { t, locale } = translations;
  const format = new Intl.NumberFormat(locale, {
    notation: 'compact',
    compactDisplay: 'long',
    maximumSignificantDigits: 2,
  });
  const core = durationText(translations, Math.max(0.1, Number(work) / CORE_HASHES));
  const hashes = t('chain.workOf', { hashes: format.format(work), core });
  if (minutes === undefined) return hashes;
  return `${hashes} ${t('chain.networkTime', { duration: durationText(translations, minutes * 60) })}`;
}

/** How many of the witnesses that could be checked have the block. */
function othersText({ witnesses, tip, depth = 1 }: ChainFacts, { t }: FindingTranslations): string {
  if (witnesses === undefined) return t('chain.asking');
  const known = witnesses.filter(({ outcome }) => outcome.kind !== 'unknown' && outcome.kind !== 'broken');
  if (known.length === 0) return t('chain.alone');
  const height = tip.height - depth + 1;
  const have = known.filter(({ outcome }) =>
    'fork' in outcome ? outcome.fork >= height : 'tip' in outcome && outcome.tip.height >= height,
  );
  return t('chain.shared', { have: have.length, count: known.length });
}
