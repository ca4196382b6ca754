import type { ComponentChildren } from 'preact';
import './share-bar.css';

export interface ShareBarProps {
  /** 0–1. */
  share: number;
  /** Where in the whole the bar begins, 0–1: 0 by default. */
  from?: number | undefined;
  /** The share as text, shown beside the bar. */
  children: ComponentChildren;
}

const WIDTH = 100;
const HEIGHT = 6;
/** Length of the smallest share that is drawn. */
const LEAST = 0.8;

/** A share of a whole as text and as a bar in that of the whole. Even the smallest share above zero is visible. */
export function ShareBar({ share, from = 0, children }: ShareBarProps) {
  const length = share > 0 ? Math.max(Math.min(1, share) * WIDTH, LEAST) : 0;
  return (
    <span class="c-share">
      {children}
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        <rect class="c-share__whole" width={WIDTH} height={HEIGHT} />
        <rect x={Math.max(0, Math.min(from * WIDTH, WIDTH - length))} width={length} height={HEIGHT} />
      </svg>
    </span>
  );
}
