import type { ExplorerIndexStatus } from '@cairn/api/explorer';
import { Button, EmptyState, LinkButton, Logo, Notice, exactTime, useTimeSettings } from '@cairn/ui';
import { Progress } from './progress.tsx';
import { type Failure, isRetryable } from './failure.ts';
import { useTranslations, type Translations } from './translations.ts';
import { chainStatus } from './api.ts';
import type { Answer } from './request.ts';
import { useChain } from './use-chain.ts';

/** A failure that is not about the index, which has its own notice. */
type PlainFailure = Exclude<Failure, { kind: 'index' }>;
type IndexFailure = Extract<Failure, { kind: 'index' }>['state'];

/** Names of the texts of an invalid reference. */
const INVALID = {
  'block reference': 'notBlock',
  'transaction ID': 'notTransaction',
  address: 'notAddress',
} as const;

/** The list in which a reader finds another one. */
const LISTS = {
  block: 'blocks',
  'block reference': 'blocks',
  transaction: 'transactions',
  'transaction ID': 'transactions',
  address: 'addresses',
} as const;

type FailureName =
  | (typeof INVALID)[keyof typeof INVALID]
  | 'unreachable'
  | 'unreadable'
  | 'fault'
  | 'noBlock'
  | 'noTransaction';

/** Title and explanation: of most failures `failure.<name>` and `failure.<name>Text`. */
function textsOf(failure: PlainFailure, { t }: Translations): { title: string; text: string } {
  const of = (name: FailureName) => ({ title: t(`failure.${name}`), text: t(`failure.${name}Text`) });
  switch (failure.kind) {
    case 'refused': {
      const { status, code } = failure;
      return {
        title: t('failure.refused'),
        text: t('failure.refusedText', { status: String(status), code }),
      };
    }
    case 'unreachable':
      return failure.slow ? { ...of('unreachable'), title: t('failure.slow') } : of('unreachable');
    case 'invalid':
      return of(INVALID[failure.what]);
    case 'not_found':
      return of(failure.what === 'block' ? 'noBlock' : 'noTransaction');
    default:
      return of(failure.kind);
  }
}

export interface FailureNoticeProps {
  /** The answer whose failure is shown; nothing if it has none. */
  of: Pick<Answer<unknown>, 'failure'> & Partial<Answer<unknown>>;
  /** A sentence of the page: replaces the explanation of an invalid reference, and follows that of an unknown item. */
  detail?: string | undefined;
}

/** Says why a page, or a part of it, could not be loaded; shown in its place. */
export function FailureNotice({ of: { failure, retry, loading = false }, detail }: FailureNoticeProps) {
  const { status } = useChain();
  const translations = useTranslations();
  const { t, link } = translations;
  if (failure === undefined) return null;
  if (failure.kind === 'index') return <IndexNotice state={failure.state} index={status?.index} />;
  const { title, text } = textsOf(failure, translations);
  if (failure.kind === 'not_found' || failure.kind === 'invalid') {
    const list = LISTS[failure.what];
    const replaces = failure.kind === 'invalid' && detail !== undefined;
    return (
      <div class="c-card" role="status">
        <EmptyState
          title={title}
          icon={<Logo size={44} isFallen />}
          action={<LinkButton href={link.page(`/${list}`)}>{t(`page.${list}`)}</LinkButton>}
        >
          {!replaces && <p>{text}</p>}
          {detail !== undefined && <p>{detail}</p>}
          {status !== undefined && !status.ready && <p>{t('failure.behind')}</p>}
        </EmptyState>
      </div>
    );
  }
  const again = isRetryable(failure) ? retry : undefined;
  return (
    <Notice tone="error" title={title} live action={again && <RetryButton retry={again} busy={loading} />}>
      <p>{isRetryable(failure) ? `${text} ${t('states.keepsTrying')}` : text}</p>
    </Notice>
  );
}

function RetryButton({ retry, busy = false }: { retry: () => void; busy?: boolean }) {
  const { t } = useTranslations();
  return (
    <Button size="sm" onClick={retry} busy={busy}>
      {t('states.tryAgain')}
    </Button>
  );
}

/** Why a part of a page that needs the index is missing. @param props.index the latest state, for its progress */
function IndexNotice({ state, index }: { state: IndexFailure; index: ExplorerIndexStatus | undefined }) {
  const { t } = useTranslations();
  const name = state === 'disabled' || state === 'building' ? state : 'problem';
  return (
    <Notice tone={name === 'problem' ? 'warn' : 'info'} title={t(`index.${name}`)} live>
      <p>{t(`index.${name}Text`)}</p>
      {state === 'building' && index?.state === 'building' && <BuildProgress index={index} />}
    </Notice>
  );
}

/** Progress of an index that is being built. */
export function BuildProgress({ index }: { index: ExplorerIndexStatus }) {
  const { t, count } = useTranslations();
  return (
    <div class="c-stack c-stack--tight">
      <Progress value={index.progress} label={t('index.built')} />
      <span class="c-small c-muted">
        {t('index.progress', {
          indexed: count(Math.max(0, index.indexed_height)),
          target: count(Math.max(0, index.target_height)),
          percent: Math.floor(index.progress),
        })}
      </span>
    </div>
  );
}

/** Warning above a page if the node is behind, or has stopped answering after a first status. */
export function NodeNotice() {
  const { t, locale } = useTranslations();
  const { zone } = useTimeSettings();
  const { status, failure, receivedAt } = useChain();
  if (status !== undefined && failure !== undefined && receivedAt !== undefined) {
    const time = exactTime(Math.floor(receivedAt / 1000), { zone, locale });
    return (
      <Notice tone="warn" title={t('node.stopped')} live action={<RetryButton retry={chainStatus.retry} />}>
        <p>{`${t('node.stoppedText', { time })} ${t('states.keepsTrying')}`}</p>
      </Notice>
    );
  }
  if (status !== undefined && status.initialized && (status.syncing || !status.ready)) {
    return (
      <Notice tone="warn" title={t('node.behind')} live>
        <p>{t('node.behindText')}</p>
      </Notice>
    );
  }
  return null;
}

/** Shown instead of a page's content if the node's chain has no block, so its height is −1. */
export function EmptyChain() {
  const { t } = useTranslations();
  return (
    <EmptyState title={t('chain.empty')} icon={<Logo size={44} />}>
      <p>{t('chain.emptyText')}</p>
    </EmptyState>
  );
}

/**
 * Shown instead of a list's rows if the page number in the URL is too high.
 * @param props.path path of the list's first page
 * @param props.text a sentence with the number of rows in the list
 */
export function PastEnd({ path, text }: { path: string; text: string }) {
  const { t } = useTranslations();
  return (
    <EmptyState
      title={t('common.pastEnd')}
      action={<LinkButton href={path}>{t('common.firstPage')}</LinkButton>}
    >
      <p>{text}</p>
    </EmptyState>
  );
}
