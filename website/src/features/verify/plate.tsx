import type { ComponentChildren } from 'preact';
import type { Verdict } from './proof.ts';
import { StatusMark } from './status-mark.tsx';
import './plate.css';

interface PlateProps {
  readonly verdict: Verdict;
  /** What it says. */
  readonly children: ComponentChildren;
  /** What is to be said below. */
  readonly notes?: ComponentChildren;
}

/** The mark of a verdict with its words and notes. */
export function Plate({ verdict, children, notes }: PlateProps) {
  const isProven = verdict === 'passed' || verdict === 'limited';
  return (
    <div class="plate" data-verdict={verdict} data-proof={isProven ? 'proven' : 'none'}>
      <StatusMark status={verdict} isLarge />
      <p class="plate__words">{children}</p>
      <div class="plate__notes c-small c-muted">{notes}</div>
    </div>
  );
}
