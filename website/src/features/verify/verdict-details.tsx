import { Button, Amount, Icon, Identifier, KeyValueList, Timestamp } from '@cairn/ui';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { chainClaims } from './chain-claims.tsx';
import { type FindingTranslations, useTranslations } from './finding.texts.ts';
import type { Difference, Fact, Finding, Verdict } from './proof.ts';
import { saveReceipt } from './save-receipt.ts';
import { StatusIcon } from './status-icon.tsx';
import type { PageProof } from './use-proof.ts';
import { type Claim, ClaimList } from './claims.tsx';
import { visibleText } from './visible-text.ts';
import type { Witness } from './witnesses.ts';

/** The claims of a page and of its chain, the verdict, and what was found. */
export default function VerdictDetails({ proof, claims }: { proof: PageProof; claims: readonly Claim[] }) {
  const translations = useTranslations();
  const { t, link } = translations;
  const { verdict, chain, receipt, again, checkRest } = proof;
  return (
    <>
      <ClaimList claims={[...claims, ...chainClaims(chain, translations)]} proof={proof} />
      <VerdictBar proof={proof} lead={<p class="verify-proven">{t(`panel.lead.${verdict}`)}</p>}>
        <div class="verify-actions c-row">
          {checkRest !== undefined && (
            <Button size="sm" variant="primary" onClick={checkRest}>
              {t('panel.further')}
            </Button>
          )}
          {receipt !== undefined && (
            <Button size="sm" onClick={() => saveReceipt(receipt)}>
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

interface VerdictBarProps {
  readonly proof: Pick<PageProof, 'verdict' | 'findings' | 'chain'>;
  /** True to show the findings from the start. */
  readonly isOpen?: boolean;
  /** Above the findings. */
  readonly lead?: ComponentChildren;
  /** Below them. */
  readonly children: ComponentChildren;
}

/** A bar with the verdict; it opens to show the findings, of itself if something is wrong. Screen readers hear the verdict's word. */
export function VerdictBar({ proof, isOpen = false, lead, children }: VerdictBarProps) {
  const translations = useTranslations();
  const { t } = translations;
  const { verdict, findings, chain } = proof;
  const details = useOpened(verdict === 'failed');
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
            <span class="c-muted">{whyOf(verdict, findings, translations)}</span>
          </span>
          <span class="verify-bar__open c-muted">
            <span>{t('panel.open')}</span>
            <Icon name="chevron-right" />
          </span>
        </summary>
        <div class="c-pad c-stack">
          {lead}
          <ol class="verify-steps c-rows c-rows--flush" aria-label={t('panel.steps')}>
            {findings.map((finding, place) => (
              <Step key={`${finding.id} ${place}`} finding={finding} isOpen={isOpen} />
            ))}
          </ol>
          {(chain?.witnesses?.length ?? 0) > 0 && <Witnesses witnesses={chain!.witnesses!} />}
          {children}
        </div>
      </details>
    </>
  );
}

/** The first reason of a verdict, beside its word. */
function whyOf(verdict: Verdict, findings: readonly Finding[], translations: FindingTranslations): string {
  if (verdict === 'running' || verdict === 'passed') return '';
  const telling =
    findings.find(({ status }) => status === verdict) ?? findings.find(({ reasons }) => reasons.length > 0);
  const [reason] = telling?.reasons ?? [];
  if (reason !== undefined) return ` · ${reasonText(reason, translations)}`;
  return telling?.id === 'server' ? ` · ${translations.t('verdict.differs')}` : '';
}

const reasonText = (
  { code, count = 0, name = '' }: Finding['reasons'][number],
  { t, count: figure }: FindingTranslations,
) => t(`reason.${code}`, { count: figure(count), name });

/** Details that open of themselves once something is wrong; the user can close them. */
function useOpened(isWrong: boolean) {
  const details = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    if (isWrong && details.current !== null) details.current.open = true;
  }, [isWrong]);
  return details;
}

/** One finding with its status; opened, it shows the figures. */
function Step({ finding, isOpen }: { finding: Finding; isOpen: boolean }) {
  const translations = useTranslations();
  const { t, percent } = translations;
  const { id, status, progress, facts, differences, problems, reasons } = finding;
  const details = useOpened(status === 'failed');
  return (
    <li class="verify-step" data-check={id} data-status={status}>
      <details ref={details} open={isOpen}>
        <summary class="verify-bar__head">
          <StatusIcon status={status} />
          <span class="c-strong">{t(`step.${id}`)}</span>
          <span class="c-small verify-ink">
            {t(`status.${status}`)}
            {progress !== undefined && ` ${percent(progress, 0)}`}
          </span>
        </summary>
        <div class="verify-step__body c-stack">
          {reasons.map((reason) => (
            <p key={reason.code} class="c-strong">
              {reasonText(reason, translations)}
            </p>
          ))}
          {(differences.length > 0 || problems.length > 0) && (
            <ul class="verify-differences c-rows c-rows--flush">
              {differences.map((one) => (
                <DifferenceItem key={one.field} difference={one} />
              ))}
              {problems.map((problem) => (
                <li key={problem} class="verify-difference c-mono" lang="en">
                  {problem}
                </li>
              ))}
            </ul>
          )}
          {facts.length > 0 && (
            <KeyValueList
              items={facts.map((fact) => ({ label: t(`fact.${fact.name}`), value: <FactValue {...fact} /> }))}
            />
          )}
        </div>
      </details>
    </li>
  );
}

/** Facts that lead to a page of the explorer. */
const LINKED: Readonly<Partial<Record<Fact['name'], 'address' | 'block' | 'transaction'>>> = {
  transactionId: 'transaction',
  blockId: 'block',
  from: 'address',
  to: 'address',
  miner: 'address',
  owner: 'address',
  signer: 'address',
};
/** Facts that are counts although they may be beyond what a number holds. */
const COUNTS: ReadonlySet<Fact['name']> = new Set(['work']);

function FactValue({ name, value }: Fact) {
  const { t, count, link } = useTranslations();
  if (COUNTS.has(name)) return <>{count(Number(value))}</>;
  if (typeof value === 'bigint') return <Amount value={value} />;
  if (name === 'time') return <Timestamp seconds={Number(value)} show="exact" />;
  if (typeof value === 'number') return <>{count(value)}</>;
  if (name === 'text') return <MessageText text={value} />;
  const page = LINKED[name];
  if (page === undefined) return <code>{value}</code>;
  return <Identifier value={value} what={t(`fact.${name}`)} href={link[page](value)} />;
}

/** A text that somebody else wrote: it never looks like a mark of ours. */
function MessageText({ text }: { text: string }) {
  return (
    <bdi class="verify-message">
      {visibleText(text).map((part, place) =>
        typeof part === 'string' ? (
          part
        ) : (
          <code key={place} class="verify-hidden">
            {part.name}
          </code>
        ),
      )}
    </bdi>
  );
}

/** The server's value beside the computed one. */
function DifferenceItem({ difference: { field, said, computed } }: { difference: Difference }) {
  const { t } = useTranslations();
  return (
    <li class="verify-difference" data-field={field}>
      <KeyValueList
        items={[
          { label: t('difference.field'), value: <code>{field}</code> },
          { label: t('difference.said'), value: <code>{said}</code> },
          { label: t('difference.computed'), value: <code>{computed}</code> },
        ]}
      />
    </li>
  );
}

/** What each witness has said. */
function Witnesses({ witnesses }: { witnesses: readonly Witness[] }) {
  const { t, count } = useTranslations();
  return (
    <section class="verify-witnesses">
      <h3 class="c-strong">{t('panel.witnesses')}</h3>
      <KeyValueList
        items={witnesses.map(({ url, outcome }) => {
          const said = outcome.kind === 'unknown' ? outcome.reason : outcome.kind;
          const height = 'fork' in outcome ? outcome.fork + 1 : 'tip' in outcome ? outcome.tip.height : 0;
          return { label: new URL(url).host, value: t(`witness.${said}`, { height: count(height) }) };
        })}
      />
    </section>
  );
}
