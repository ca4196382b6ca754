import type { ComponentChildren } from 'preact';
import { StatusIcon } from './claims.tsx';
import type { Status } from './proof.ts';
import './seal.css';

interface SealProps {
  readonly status: Status;
  readonly words: ComponentChildren;
  /** What is to be said beside it. */
  readonly children?: ComponentChildren;
}

/** The seal itself. */
export function Seal({ status, words, children }: SealProps) {
  const isProven = status === 'passed' || status === 'limited';
  return (
    <div class="seal" data-verdict={status} data-proof={isProven ? 'proven' : 'none'}>
      <StatusIcon status={status} />
      <p class="seal__words">{words}</p>
      <div class="seal__notes c-small c-muted">{children}</div>
    </div>
  );
}
