import { Button, Icon, Timestamp } from '@cairn/ui';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { durationText } from '../../site/formats.ts';
import { type Claim, ClaimList, type ClaimsProps, StatusIcon } from './claims.tsx';
import { type FindingTranslations, useTranslations } from './finding.texts.ts';
import { saveProof } from './hand-on.ts';
import type { ChainFacts, Finding, Reason } from './proof.ts';
import type { PageProof } from './use-proof.ts';

/** The claims of a page and of its chain, the verdict, and what was found. */
export default function VerdictDetails({ proof, claims }: ClaimsProps) {
  const { t, link } = useTranslations();
  const { verdict, receipt, again, checkRest } = proof;
  return (
    <>
      {/* The page itself has the one count of confirmations. */}
      <ChainClaims proof={proof} claims={claims} isCounted={false} />
      <VerdictBar proof={proof}>
        <div class="verify-actions c-row">
          {checkRest !== undefined && (
            <Button size="sm" variant="primary" onClick={checkRest}>
              {t('panel.further')}
            </Button>
          )}
          {receipt !== undefined && (
            <Button size="sm" onClick={() => saveProof(receipt)}>
              {t('panel.save')}
            </Button>
          )}
          {verdict !== 'running' && (
            <Button size="sm" onClick={again}>
              {t('panel.again')}
            </Button>
          )}
        </div>
        {checkRest !== undefined && <p class="c-small c-muted">{t('panel.furtherHint')}</p>}
        <p>
          <a href={link.page('/verify')}>{t('panel.more')}</a>
        </p>
      </VerdictBar>
    </>
  );
}

/** Claims, and those of the chain that follow from the walk: the confirmations, their work, the tip's age, the other nodes. */
export function ChainClaims({ proof, claims, isCounted = true }: ClaimsProps & { isCounted?: boolean }) {
  const translations = useTranslations();
  const { depth: count } = proof.chain ?? {};
  const { t } = translations;
  const depth: Claim[] =
    isCounted && count !== undefined
      ? [{ text: t('depth.deep', { count }), by: ['chain', 'header', 'account'] }]
      : [];
  const chain = proof.chain === undefined ? [] : chainClaims(proof.chain, translations);
  return <ClaimList claims={[...claims, ...depth, ...chain]} proof={proof} />;
}

/** Seconds by which a devnet's clock may differ before it is worth a remark. */
const CLOCK_TOLERANCE = 600;

function chainClaims(chain: ChainFacts, translations: FindingTranslations): Claim[] {
  const { t, rich } = translations;
  const { tip, isPublic, work } = chain;
  const claims: Claim[] = [];
  if (!isPublic) claims.push({ text: t('chain.devnet'), by: 'note' });
  else if (work !== undefined) claims.push({ text: workText(work, chain, translations), by: ['chain'] });
  claims.push({
    text: rich('chain.tip', { age: <Timestamp seconds={tip.time} /> }),
    by: isPublic ? ['chain'] : 'note',
  });
  const ahead = tip.time - Date.now() / 1000;
  if (!isPublic && ahead > CLOCK_TOLERANCE) {
    claims.push({ text: t('chain.clockAhead', { duration: durationText(translations, ahead) }), by: 'note' });
  }
  return [...claims, { text: othersText(chain, translations), by: 'note' }];
}

/** Hashes per second of one processor core of an ordinary computer. */
const CORE_HASHES = 7_300_000;

/** Work as hashes, the time of one core, and of the whole network where the build knows its rate. */
function workText(work: bigint, { minutes }: ChainFacts, translations: FindingTranslations): string {
  const { t, locale } = translations;
  const format = { notation: 'compact', compactDisplay: 'long', maximumSignificantDigits: 2 } as const;
  const core = durationText(translations, Math.max(0.1, Number(work) / CORE_HASHES));
  const hashes = t('chain.workOf', { hashes: new Intl.NumberFormat(locale, format).format(work), core });
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

interface VerdictBarProps {
  readonly proof: Pick<PageProof, 'verdict' | 'findings' | 'chain'>;
  /** True to show the findings from the start. */
  readonly isOpen?: boolean;
  /** Below them. */
  readonly children: ComponentChildren;
}

/** A bar with the verdict; it opens to show the findings, of itself if something is wrong. Screen readers hear the verdict's word. */
export function VerdictBar({ proof, isOpen = false, children }: VerdictBarProps) {
  const translations = useTranslations();
  const { t } = translations;
  const { verdict, findings, chain } = proof;
  const why = whyOf(proof, translations);
  const details = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    if (verdict === 'failed' && details.current !== null) details.current.open = true;
  }, [verdict]);
  return (
    <>
      <p class="c-visually-hidden" role="status">
        {verdict !== 'running' && t(`verdict.${verdict}`)}
      </p>
      <details ref={details} open={isOpen} class="verify-bar" data-verdict={verdict}>
        <summary class="verify-bar__head">
          <StatusIcon status={verdict} />
          <span class="verify-bar__words">
            <strong class="verify-ink">{t(`verdict.${verdict}`)}</strong>
            {why !== undefined && <span class="c-muted"> · {why}</span>}
          </span>
          <span class="verify-bar__open c-muted">
            <span>{t('panel.open')}</span>
            <Icon name="chevron-right" />
          </span>
        </summary>
        <div class="c-pad c-stack">
          {verdict === 'failed' && <p>{t('panel.failed')}</p>}
          <ol class="verify-steps c-rows c-rows--flush" aria-label={t('panel.steps')}>
            {findings.map((finding, place) => (
              <Step key={`${finding.id} ${place}`} {...finding} />
            ))}
          </ol>
          <WitnessList of={chain?.witnesses} />
          {children}
        </div>
      </details>
    </>
  );
}

/** The first reason of a verdict. */
export function whyOf(
  { verdict, findings }: VerdictBarProps['proof'],
  translations: FindingTranslations,
): string | undefined {
  if (verdict === 'running' || verdict === 'passed') return undefined;
  const telling =
    findings.find(({ status }) => status === verdict) ?? findings.find(({ reasons }) => reasons.length > 0);
  const [reason] = telling?.reasons ?? [];
  if (reason !== undefined) return reasonText(reason, translations);
  return telling?.id === 'server' ? translations.t('verdict.differs') : undefined;
}

const reasonText = ({ code, count = 0, name = '' }: Reason, { t, count: figure }: FindingTranslations) =>
  t(`reason.${code}`, { count: figure(count), name });

/** One finding: its status and figure, and what is wrong or was left out. */
function Step({ id, status, progress, count, reasons, problems, differences }: Finding) {
  const translations = useTranslations();
  const { t, percent, count: figure } = translations;
  return (
    <li class="verify-step" data-check={id} data-status={status}>
      <p class="verify-bar__head">
        <StatusIcon status={status} />
        <span class="c-strong">
          {t(`step.${id}`)}
          {count !== undefined && ` · ${figure(count)}`}
        </span>
        <span class="c-small verify-ink">
          {t(`status.${status}`)}
          {progress !== undefined && ` ${percent(progress, 0)}`}
        </span>
      </p>
      {reasons.map((reason) => (
        <p key={reason.code} class="verify-step__part">
          {reasonText(reason, translations)}
        </p>
      ))}
      {differences.map(({ field, said, computed }) => (
        <p key={field} class="verify-step__part verify-difference" data-field={field}>
          <code>{field}</code> · {t('difference.said')} <code>{said}</code> · {t('difference.computed')}{' '}
          <code>{computed}</code>
        </p>
      ))}
      {problems.map((problem) => (
        <p key={problem} class="verify-step__part verify-difference c-mono" lang="en">
          {problem}
        </p>
      ))}
    </li>
  );
}

/** What each witness has said. */
export function WitnessList({ of: witnesses = [] }: { of: ChainFacts['witnesses'] }) {
  const { t, count } = useTranslations();
  if (witnesses.length === 0) return null;
  return (
    <ul class="verify-witnesses" aria-label={t('step.witnesses')}>
      {witnesses.map(({ url, outcome }) => {
        const said = outcome.kind === 'unknown' ? outcome.reason : outcome.kind;
        const height = count('tip' in outcome ? outcome.tip.height : 0);
        const from = count('fork' in outcome ? outcome.fork + 1 : 0);
        return (
          <li key={url}>
            <strong>{new URL(url).host}</strong> {t(`witness.${said}`, { height, from })}
          </li>
        );
      })}
    </ul>
  );
}
