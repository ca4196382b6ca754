import type { ComponentChildren } from 'preact';
import './share-bar.css';

export interface ShareBarProps {
  /** 0–1. */
  share: number;
  /** The share as text, shown beside the bar. */
  children: ComponentChildren;
}

const WIDTH = 100;
const HEIGHT = 6;
/** Length of the smallest share that is drawn. */
const LEAST = 0.8;

/** A share of a whole as text and as a bar in that of the whole. Even the smallest share above zero is visible. */
export function ShareBar({ share, children }: ShareBarProps) {
  const length = share > 0 ? Math.max(Math.min(1, share) * WIDTH, LEAST) : 0;
  return (
    <span class="c-share">
      {children}
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        <rect class="c-share__whole" width={WIDTH} height={HEIGHT} />
        <rect width={length} height={HEIGHT} />
      </svg>
    </span>
  );
}
