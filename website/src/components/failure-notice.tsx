import type { ExplorerStatus } from '@cairn/api/explorer';
import { Button, EmptyState, LinkButton, Logo, Notice } from '@cairn/ui';
import type { Failure } from '../lib/failure.ts';
import { isPassing } from '../lib/failure.ts';
import { useWords } from '../messages/context.tsx';
import type { Words } from '../messages/words.ts';
import { IndexNotice } from './index-notice.tsx';

type Told = Exclude<Failure, { kind: 'index' }>;

/** Title and explanation of a failure. */
function wordsOf(failure: Told, { t }: Words): { title: string; text: string } {
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
      return invalidWords(failure.what, t);
    default:
      return failure.what === 'block'
        ? { title: t('failure.noBlock'), text: t('failure.noBlockText') }
        : { title: t('failure.noTransaction'), text: t('failure.noTransactionText') };
  }
}

function invalidWords(what: string, t: Words['t']): { title: string; text: string } {
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
  failure: Failure;
  onRetry?: (() => void) | undefined;
  retrying?: boolean | undefined;
  /** For an index that is not ready: its state and progress. */
  status?: ExplorerStatus | undefined;
  /** A sentence that only this page can add. */
  detail?: string | undefined;
}

/** The honest state of a page or a part of it that cannot show what was asked for. */
export function FailureNotice(props: FailureNoticeProps) {
  const { failure, status } = props;
  if (failure.kind === 'index') return <IndexNotice state={failure.state} index={status?.index} />;
  return failure.kind === 'not_found' || failure.kind === 'invalid' ? (
    <Absent {...props} failure={failure} />
  ) : (
    <Failed {...props} failure={failure} />
  );
}

/** The requested item does not exist, or cannot. */
function Absent({ failure, status, detail }: FailureNoticeProps & { failure: Told }) {
  const words = useWords();
  const { t, link } = words;
  const { title, text } = wordsOf(failure, words);
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

/** The answer did not come, or was none. */
function Failed({ failure, onRetry, retrying = false }: FailureNoticeProps & { failure: Told }) {
  const words = useWords();
  const { t } = words;
  const { title, text } = wordsOf(failure, words);
  const passing = isPassing(failure);
  return (
    <Notice
      tone="error"
      title={title}
      live
      action={
        passing && onRetry !== undefined ? (
          <Button size="sm" onClick={onRetry} busy={retrying}>
            {t('states.tryAgain')}
          </Button>
        ) : undefined
      }
    >
      <p>{passing ? `${text} ${t('states.keepsTrying')}` : text}</p>
    </Notice>
  );
}
