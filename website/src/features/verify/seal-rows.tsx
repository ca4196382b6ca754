import { Button, Icon, Timestamp } from '@cairn/ui';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { durationText, hashesText } from '../../site/formats.ts';
import type { ChainFacts, Check, Reason } from './proof.ts';
import { StatusMark } from './status-mark.tsx';
import { type SealTranslations, useTranslations } from './seal.texts.ts';
import type { PageProof } from './use-proof.ts';

export interface SealProps {
  readonly proof: PageProof;
  /** True for a seal that says how many headers were proven instead of its verdict. */
  readonly isCounting?: boolean;
  /** Below the checks, once the seal is opened. */
  readonly children?: ComponentChildren;
}

/**
 * The row of a seal and, below it, its checks. It opens of itself if something is wrong. Screen readers hear the verdict alone, when
 * it changes.
 */
export default function SealRows({ proof, isCounting = false, children }: SealProps) {
  const translations = useTranslations();
  const { t, link } = translations;
  const { verdict, checks, chain, again, proveRest } = proof;
  const details = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    if (verdict === 'failed' && details.current !== null) details.current.open = true;
  }, [verdict]);
  const proven = checks.find(({ id }) => id === 'chain')?.count ?? 0;
  const counted = useCountUp(proven);
  const hasEnded = verdict !== 'running';
  const headers = proven === chain?.tip.height ? 'walk.all' : 'walk.newest';
  const isGood = verdict === 'passed' || verdict === 'limited';
  return (
    <>
      <p class="c-visually-hidden" role="status">
        {hasEnded && t(`verdict.${verdict}`)}
      </p>
      <details ref={details} data-verdict={verdict}>
        <summary class="seal__head">
          <StatusMark status={verdict} isLarge />
          <div class="seal__words">
            {isCounting && (isGood || !hasEnded) ? (
              <strong class="seal__counted">
                {t(isGood && counted === proven ? headers : 'walk.counting', { count: counted })}
              </strong>
            ) : (
              <span>
                <strong>{t(`verdict.${verdict}`)}</strong>
                {hasEnded && (
                  <span class="seal__count">
                    {`\u00A0· ${t('seal.checks', { count: checks.filter(isVerified).length })}`}
                  </span>
                )}
              </span>
            )}
            <span class="seal__facts">
              {hasEnded ? factsOf(proof, translations) : !isCounting && t('seal.meanwhile')}
            </span>
          </div>
          <Icon name="chevron-down" />
        </summary>
        {verdict === 'failed' && <p class="c-pad">{t('seal.failed')}</p>}
        <ol class="seal__checks" aria-label={t('seal.list')}>
          {checks.map((check, place) => (
            <Row key={`${check.id} ${place}`} check={check} chain={chain} />
          ))}
        </ol>
        <div class="seal__foot c-row">
          {proveRest !== undefined && (
            <Button size="sm" variant="primary" onClick={proveRest}>
              {t('seal.rest')}
            </Button>
          )}
          {hasEnded && (
            <Button size="sm" onClick={again}>
              {t('seal.again')}
            </Button>
          )}
          {children}
          <a href={link.page('/about')}>{t('seal.more')}</a>
          {proveRest !== undefined && <p class="c-small c-muted">{t('seal.restHint')}</p>}
        </div>
      </details>
    </>
  );
}

const isVerified = ({ status }: Check) => status !== 'note';

/** A number on its way up to another; once there, it follows at once. */
function useCountUp(count: number): number {
  const [shown, setShown] = useState(0);
  const [isThere, setThere] = useState(false);
  useEffect(() => {
    if (isThere) return undefined;
    if (shown >= count) return setThere(count > 0);
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return setShown(count);
    const frame = requestAnimationFrame(() => setShown(shown + Math.ceil((count - shown) / 6)));
    return () => cancelAnimationFrame(frame);
  }, [shown, count, isThere]);
  return isThere ? count : shown;
}

/** Checks whose titles stand in the row of the seal too. */
const ALWAYS: ReadonlySet<Check['id']> = new Set([
  'devnet',
  'work',
  'recomputed',
  'recomputed_below',
  'wrong_block',
  'tip',
  'witnesses',
]);

/** What stands in the row itself: why not all is proven, then what the chain is worth, its age, and who was asked. */
function factsOf({ verdict, checks, chain }: PageProof, translations: SealTranslations): ComponentChildren {
  const telling =
    checks.find(({ status }) => status === verdict) ?? checks.find(({ reasons }) => reasons.length > 0);
  const [reason] = verdict === 'passed' ? [] : (telling?.reasons ?? []);
  const differs = verdict === 'failed' && telling?.id === 'server' ? [translations.t('seal.differs')] : [];
  const facts = [
    ...(reason === undefined ? differs : [reasonText(reason, translations).replace(/\.$/, '')]),
    ...checks.filter(({ id }) => ALWAYS.has(id)).map((check) => titleOf(check, chain, translations)),
  ];
  return facts.map((fact, place) => (
    <span key={place} class="seal__fact">
      {fact}
    </span>
  ));
}

/** One check: its title, and below it what it means, what is wrong, what was left out. */
function Row({ check, chain }: { check: Check; chain: ChainFacts | undefined }) {
  const translations = useTranslations();
  const { t, percent } = translations;
  const { id, status, progress, reasons, problems, differences } = check;
  return (
    <li class="seal__check" data-check={id} data-status={status}>
      <StatusMark status={status} />
      <div class="seal__about">
        <strong>
          {titleOf(check, chain, translations)}
          {progress !== undefined && ` · ${percent(progress, 0)}`}
          {status !== 'note' && <span class="c-visually-hidden">{` (${t(`status.${status}`)})`}</span>}
        </strong>
        <p>{t(`about.${id}`)}</p>
        {reasons.map((reason) => (
          <p key={reason.code} class="c-strong">
            {reasonText(reason, translations)}
          </p>
        ))}
        {differences.map(({ field, said, computed }) => (
          <p key={field} class="seal__wrong" data-field={field}>
            <code>{field}</code> · {t('difference.said')} <code>{said}</code> · {t('difference.computed')}{' '}
            <code>{computed}</code>
          </p>
        ))}
        {problems.map((problem) => (
          <p key={problem} class="seal__wrong c-mono" lang="en">
            {problem}
          </p>
        ))}
        {id === 'witnesses' && <WitnessList of={chain?.witnesses} />}
      </div>
    </li>
  );
}

/** What a check says, with its figures as far as they are known. */
function titleOf(
  { id, count, of = count }: Check,
  chain: ChainFacts | undefined,
  translations: SealTranslations,
): ComponentChildren {
  const { t, rich, count: figure } = translations;
  switch (id) {
    case 'history':
      if (count === undefined || of === undefined) return t('step.history');
      if (of === 0) return t('check.historyNone');
      return t(count < of ? 'check.historyPart' : 'check.history', { count, of: figure(of) });
    case 'header':
    case 'account': {
      if (chain?.depth === undefined) return t(`step.${id}`);
      return t(`check.${id}`, { height: figure(chain.tip.height - chain.depth + 1) });
    }
    case 'tip':
      if (chain === undefined) return undefined;
      return (
        <>
          {rich('check.tip', { age: <Timestamp seconds={chain.tip.time} /> })}
          {clockText(chain, translations)}
        </>
      );
    case 'recomputed_below':
      return t('check.recomputed_below', { height: figure(chain?.recomputed?.height ?? 0) });
    case 'wrong_block':
      return t('check.wrong_block', { height: figure(chain?.wrong?.height ?? 0) });
    case 'work':
      return chain?.work && workText(chain.work, chain, translations);
    case 'witnesses':
      if (chain?.witnesses === undefined) return t('check.witnessesAsked');
      return chain.others.count === 0 ? t('check.witnessesNone') : t('check.witnesses', chain.others);
    default:
      return `${t(`check.${id}`)}${count === undefined ? '' : ` · ${figure(count)}`}`;
  }
}

/** Seconds by which a devnet's clock may differ before it is worth a remark. */
const CLOCK_TOLERANCE = 600;

function clockText({ tip, isPublic }: ChainFacts, translations: SealTranslations): string {
  const ahead = tip.time - Date.now() / 1000;
  if (isPublic || ahead <= CLOCK_TOLERANCE) return '';
  return `, ${translations.t('check.clockAhead', { duration: durationText(translations, ahead) })}`;
}

/** Hashes per second of one processor core of an ordinary computer. */
const CORE_HASHES = 7_300_000;

/** Work as hashes, the time of one core, and of the whole network where the build knows its rate. */
function workText(work: bigint, { minutes }: ChainFacts, translations: SealTranslations): string {
  const { t } = translations;
  const core = durationText(translations, Math.max(0.1, Number(work) / CORE_HASHES));
  const hashes = t('check.work', { hashes: hashesText(translations, work), core });
  if (minutes === undefined) return hashes;
  return `${hashes} ${t('check.workNetwork', { duration: durationText(translations, minutes * 60) })}`;
}

const reasonText = ({ code, count = 0, name = '' }: Reason, { t, count: figure }: SealTranslations) =>
  t(`reason.${code}`, { count: figure(count), name });

/** What each witness has said. */
export function WitnessList({ of: witnesses = [] }: { of: ChainFacts['witnesses'] }) {
  const translations = useTranslations();
  const { t, count } = translations;
  if (witnesses.length === 0) return null;
  return (
    <ul class="c-list" aria-label={t('seal.witnesses')}>
      {witnesses.map((witness) => (
        <li key={witness.url}>
          <strong>{new URL(witness.url).host}</strong>{' '}
          {witness.kind === 'unknown'
            ? t('witness.unknown', { reason: reasonText({ code: witness.reason }, translations) })
            : t(`witness.${witness.kind}`, {
                height: count(witness.height),
                from: count(witness.shared + 1),
              })}
        </li>
      ))}
    </ul>
  );
}
