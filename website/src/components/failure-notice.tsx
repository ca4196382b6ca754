import { Button, EmptyState, LinkButton, Logo, Notice } from '@cairn/ui';
import type { Failure } from '../lib/failure.ts';
import { isPassing } from '../lib/failure.ts';
import { IndexNotice } from './index-notice.tsx';
import type { ExplorerStatus } from '@cairn/api/explorer';

interface Words {
  readonly title: string;
  readonly text: string;
}

const INVALID: Record<string, Words> = {
  'block reference': {
    title: 'This is not a block reference',
    text: 'A block is found by its height (a whole number below 2³²) or by its ID (64 hexadecimal characters).',
  },
  'transaction ID': {
    title: 'This is not a transaction ID',
    text: 'A transaction ID has 64 hexadecimal characters.',
  },
  address: {
    title: 'This is not an address of this network',
    text: 'Its characters, its checksum or its network do not fit.',
  },
};

function wordsOf(failure: Exclude<Failure, { kind: 'index' }>): Words {
  switch (failure.kind) {
    case 'unreachable':
      return {
        title: failure.slow
          ? 'The explorer API takes too long to answer'
          : 'The explorer API does not answer',
        text: 'This says nothing about the chain itself: only this view of it is missing.',
      };
    case 'unreadable':
      return {
        title: 'The explorer API’s answer cannot be read',
        text: 'Something answered, but not as the API should. A proxy in between or another version may be the cause.',
      };
    case 'refused':
      return {
        title: 'The explorer API reports an error',
        text: `It answered with HTTP status ${failure.status} (${failure.code}).`,
      };
    case 'fault':
      return {
        title: 'This page has a fault',
        text: 'The explorer ran into an error of its own. The browser’s console has the details.',
      };
    case 'invalid':
      return INVALID[failure.what]!;
    default:
      return failure.what === 'block'
        ? { title: 'No such block', text: 'This node’s chain has no block of that height or ID.' }
        : {
            title: 'No such transaction',
            text: 'This node’s chain has no confirmed transaction with that ID. One that still waits for a block is not shown here.',
          };
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
export function FailureNotice({ failure, onRetry, retrying = false, status, detail }: FailureNoticeProps) {
  if (failure.kind === 'index') return <IndexNotice state={failure.state} index={status?.index} />;
  const { title, text } = wordsOf(failure);
  if (failure.kind === 'not_found' || failure.kind === 'invalid') {
    return (
      <div role="status">
        <EmptyState
          title={title}
          icon={<Logo size={44} />}
          action={<LinkButton href="/blocks">Newest blocks</LinkButton>}
        >
          <p>{failure.kind === 'invalid' ? (detail ?? text) : text}</p>
          {failure.kind === 'not_found' && detail !== undefined && <p>{detail}</p>}
          {status !== undefined && !status.ready && (
            <p>This node is still catching up and may not have it yet.</p>
          )}
        </EmptyState>
      </div>
    );
  }
  const retry = isPassing(failure) && onRetry !== undefined && (
    <Button size="sm" onClick={onRetry} busy={retrying}>
      Try again
    </Button>
  );
  return (
    <Notice tone="error" title={title} live action={retry === false ? undefined : retry}>
      <p>{isPassing(failure) ? `${text} The page keeps trying by itself.` : text}</p>
    </Notice>
  );
}
