import type { ExplorerIndexStatus, ExplorerStatus } from '@cairn/api/explorer';
import {
  Button,
  EmptyState,
  LinkButton,
  Logo,
  Notice,
  exactTime,
  useTimeSettings,
  Card,
  Skeleton,
} from '@cairn/ui';
import { Progress } from './progress.tsx';
import { type Failure, isRetryable } from './failure.ts';
import { useTranslations, type Translations } from './translations.ts';
import { chainStatus } from './api.ts';
import type { Answer } from './request.ts';
import { useChain } from './use-chain.ts';

/** A failure that is not about the index, which has its own notice. */
type PlainFailure = Exclude<Failure, { kind: 'index' }>;

/** Title and explanation of a failure. */
function textOf(failure: PlainFailure, { t }: Translations): { title: string; text: string } {
  switch (failure.kind) {
    case 'unreachable':
      return {
        title: t(failure.slow ? 'failure.slow' : 'failure.unreachable'),
        text: t('failure.unreachableText'),
      };
    case 'unreadable':
      return { title: t('failure.unreadable'), text: t('failure.unreadableText') };
    case 'refused':
      return {
        title: t('failure.refused'),
        text: t('failure.refusedText', { status: String(failure.status), code: failure.code }),
      };
    case 'fault':
      return { title: t('failure.fault'), text: t('failure.faultText') };
    case 'invalid':
      return invalidText(failure.what, t);
    default:
      return failure.what === 'block'
        ? { title: t('failure.noBlock'), text: t('failure.noBlockText') }
        : { title: t('failure.noTransaction'), text: t('failure.noTransactionText') };
  }
}

function invalidText(what: string, t: Translations['t']): { title: string; text: string } {
  switch (what) {
    case 'block reference':
      return { title: t('failure.notBlock'), text: t('failure.notBlockText') };
    case 'transaction ID':
      return { title: t('failure.notTransaction'), text: t('failure.notTransactionText') };
    default:
      return { title: t('failure.notAddress'), text: t('failure.notAddressText') };
  }
}

export interface FailureNoticeProps {
  /** The answer whose failure is shown; nothing if it has none. */
  of: Pick<Answer<unknown>, 'failure'> & Partial<Answer<unknown>>;
  /** A sentence of the page: replaces the explanation of an invalid reference, and follows that of an unknown item. */
  detail?: string | undefined;
}

/** Says why a page, or a part of it, could not be loaded; shown in its place. */
export function FailureNotice({ of, detail }: FailureNoticeProps) {
  const { status } = useChain();
  const { failure, retry, loading = false } = of;
  if (failure === undefined) return null;
  if (failure.kind === 'index') return <IndexNotice state={failure.state} index={status?.index} />;
  return failure.kind === 'not_found' || failure.kind === 'invalid' ? (
    <Absent failure={failure} status={status} detail={detail} />
  ) : (
    <Failed failure={failure} onRetry={retry} retrying={loading} />
  );
}

/** The requested item does not exist, or the reference is invalid. */
function Absent(props: {
  failure: PlainFailure;
  status: ExplorerStatus | undefined;
  detail: string | undefined;
}) {
  const { failure, status, detail } = props;
  const translations = useTranslations();
  const { t, link } = translations;
  const { title, text } = textOf(failure, translations);
  const invalid = failure.kind === 'invalid';
  return (
    <div role="status">
      <EmptyState
        title={title}
        icon={<Logo size={44} />}
        action={<LinkButton href={link.blocks()}>{t('states.newestBlocks')}</LinkButton>}
      >
        <p>{invalid ? (detail ?? text) : text}</p>
        {!invalid && detail !== undefined && <p>{detail}</p>}
        {status !== undefined && !status.ready && <p>{t('failure.behind')}</p>}
      </EmptyState>
    </div>
  );
}

/** The request failed. */
function Failed(props: { failure: PlainFailure; onRetry: (() => void) | undefined; retrying: boolean }) {
  const { failure, onRetry, retrying } = props;
  const translations = useTranslations();
  const { t } = translations;
  const { title, text } = textOf(failure, translations);
  const retryable = isRetryable(failure);
  return (
    <Notice
      tone="error"
      title={title}
      live
      action={
        retryable && onRetry !== undefined ? (
          <Button size="sm" onClick={onRetry} busy={retrying}>
            {t('states.tryAgain')}
          </Button>
        ) : undefined
      }
    >
      <p>{retryable ? `${text} ${t('states.keepsTrying')}` : text}</p>
    </Notice>
  );
}

interface IndexNoticeProps {
  state: 'disabled' | 'building' | 'error' | 'unavailable';
  /** State of the index in the latest status, for its progress. */
  index?: ExplorerIndexStatus | undefined;
}

/** Why a part of a page that needs the index is missing. */
function IndexNotice({ state, index }: IndexNoticeProps) {
  const { t } = useTranslations();
  switch (state) {
    case 'disabled':
      return (
        <Notice tone="info" title={t('index.disabled')} live>
          <p>{t('index.disabledText')}</p>
        </Notice>
      );
    case 'building':
      return (
        <Notice tone="info" title={t('index.building')} live>
          <p>{t('index.buildingText')}</p>
          {index !== undefined && index.state === 'building' && <BuildProgress index={index} />}
        </Notice>
      );
    default:
      return (
        <Notice tone="warn" title={t('index.problem')} live>
          <p>{t('index.problemText')}</p>
        </Notice>
      );
  }
}

/** Progress of an index that is being built. */
function BuildProgress({ index }: { index: ExplorerIndexStatus }) {
  const { t, count } = useTranslations();
  return (
    <div class="index-progress">
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
      <Notice
        tone="warn"
        title={t('node.stopped')}
        live
        action={
          <Button size="sm" onClick={chainStatus.retry}>
            {t('states.tryAgain')}
          </Button>
        }
      >
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

/** Lines of the skeleton: as many as the card with a block's header has. */
const LINES = 8;

/** Shown instead of a page's first card until it loads. */
export function LoadingCard() {
  return (
    <Card>
      <div class="c-stack" aria-busy="true">
        {Array.from({ length: LINES }, (_, index) => (
          <Skeleton key={index} width={index % 2 === 0 ? 'long' : 'medium'} />
        ))}
      </div>
    </Card>
  );
}
