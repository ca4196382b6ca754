import { Button, Icon, Timestamp } from '@cairn/ui';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { durationText } from '../../site/formats.ts';
import type { ChainFacts, Check, Reason } from './proof.ts';
import { StatusMark } from './status-mark.tsx';
import { type SealTranslations, useTranslations } from './seal.texts.ts';
import type { PageProof } from './use-proof.ts';

export interface SealProps {
  readonly proof: PageProof;
  /** Below the checks, once the seal is opened. */
  readonly children?: ComponentChildren;
}

/**
 * The row of a seal and, below it, its checks. It opens of itself if something is wrong. Screen readers hear the verdict alone, when
 * it changes.
 */
export default function SealRows({ proof, children }: SealProps) {
  const translations = useTranslations();
  const { t, link } = translations;
  const { verdict, checks, chain, again, proveRest } = proof;
  const details = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    if (verdict === 'failed' && details.current !== null) details.current.open = true;
  }, [verdict]);
  const count = checks.filter(({ status }) => status !== 'note').length;
  return (
    <>
      <p class="c-visually-hidden" role="status">
        {verdict !== 'running' && t(`verdict.${verdict}`)}
      </p>
      <details ref={details} data-verdict={verdict}>
        <summary class="seal__head">
          <StatusMark status={verdict} isLarge />
          <div class="seal__words">
            <span>
              <strong>{t(`verdict.${verdict}`)}</strong>
              {verdict !== 'running' && (
                <span class="seal__count">{` · ${t('seal.checks', { count })}`}</span>
              )}
            </span>
            <span class="seal__facts">{verdict !== 'running' && factsOf(proof, translations)}</span>
          </div>
          <Icon name="chevron-down" />
        </summary>
        {verdict === 'failed' && <p class="c-pad">{t('seal.failed')}</p>}
        <ol class="seal__checks c-rows c-rows--flush" aria-label={t('seal.list')}>
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
          {verdict !== 'running' && (
            <Button size="sm" onClick={again}>
              {t('seal.again')}
            </Button>
          )}
          {children}
          <a href={link.page('/verify')}>{t('seal.more')}</a>
          {proveRest !== undefined && <p class="c-small c-muted">{t('seal.restHint')}</p>}
        </div>
      </details>
    </>
  );
}

/** The first reason why not all is proven. */
export function reasonIn(
  { verdict, checks }: Pick<PageProof, 'verdict' | 'checks'>,
  translations: SealTranslations,
): string | undefined {
  if (verdict === 'passed') return undefined;
  const telling =
    checks.find(({ status }) => status === verdict) ?? checks.find(({ reasons }) => reasons.length > 0);
  const [reason] = telling?.reasons ?? [];
  if (reason !== undefined) return reasonText(reason, translations);
  return verdict === 'failed' && telling?.id === 'server' ? translations.t('seal.differs') : undefined;
}

/** What stands in the row itself: why not all is proven, then what the chain is worth, its age, and who was asked. */
function factsOf(proof: PageProof, translations: SealTranslations): ComponentChildren {
  const shown = proof.checks.filter(({ id }) => ALWAYS.has(id));
  const titles = shown.map((check) => titleOf({ id: check.id }, proof.chain, translations));
  const reason = reasonIn(proof, translations)?.replace(/\.$/, '');
  return [...(reason === undefined ? [] : [reason]), ...titles].map((fact, place) => (
    <span key={place} class="seal__fact">
      {fact}
    </span>
  ));
}

/** Checks whose titles stand in the row of the seal too. */
const ALWAYS: ReadonlySet<Check['id']> = new Set(['devnet', 'work', 'tip', 'witnesses']);

/** One check: its title, and below it what it means, what is wrong, what was left out. */
function Row({ check, chain }: { check: Check; chain: ChainFacts | undefined }) {
  const translations = useTranslations();
  const { t, percent } = translations;
  const { id, status, progress, reasons, problems, differences } = check;
  return (
    <li class="seal__check" data-check={id} data-status={status}>
      <details open={status === 'failed' || status === 'limited'}>
        <summary class="seal__title">
          <StatusMark status={status} />
          <span>
            {titleOf(check, chain, translations)}
            {progress !== undefined && ` · ${percent(progress, 0)}`}
            {status !== 'note' && <span class="c-visually-hidden">{` (${t(`status.${status}`)})`}</span>}
          </span>
          <Icon name="chevron-down" />
        </summary>
        <div class="seal__about">
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
      </details>
    </li>
  );
}

/** What a check says, with its figures. */
function titleOf(
  { id, count, of = count }: Pick<Check, 'id' | 'count' | 'of'>,
  chain: ChainFacts | undefined,
  translations: SealTranslations,
): ComponentChildren {
  const { t, rich, count: figure } = translations;
  switch (id) {
    case 'chain':
    case 'contents':
      return count === undefined ? t(`step.${id}`) : t(`check.${id}`, { count });
    case 'history':
      if (count === undefined || of === undefined) return t('step.history');
      if (of === 0) return t('check.historyNone');
      return count < of ? t('check.historyPart', { count, of: figure(of) }) : t('check.history', { count });
    case 'header':
    case 'account': {
      if (chain?.depth === undefined) return t(`step.${id}`);
      return t(`check.${id}`, { height: figure(chain.tip.height - chain.depth + 1) });
    }
    case 'tip':
      if (chain === undefined) return t('step.tip');
      return (
        <>
          {rich('check.tip', { age: <Timestamp seconds={chain.tip.time} /> })}
          {clockText(chain, translations)}
        </>
      );
    case 'work':
      return chain?.work === undefined ? t('step.work') : workText(chain.work, chain, translations);
    case 'witnesses':
      if (chain?.witnesses === undefined) return t('check.witnessesAsked');
      return chain.others.count === 0 ? t('check.witnessesNone') : t('check.witnesses', chain.others);
    default:
      return t(`check.${id}`);
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
  const { t, locale } = translations;
  const format = { notation: 'compact', compactDisplay: 'long', maximumSignificantDigits: 2 } as const;
  const core = durationText(translations, Math.max(0.1, Number(work) / CORE_HASHES));
  const hashes = t('check.work', { hashes: new Intl.NumberFormat(locale, format).format(work), core });
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
    <ul aria-label={t('seal.witnesses')}>
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
