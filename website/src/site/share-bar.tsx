import type { ComponentChildren } from 'preact';
import './share-bar.css';

export interface ShareBarProps {
  /** 0–1. */
  share: number;
  /** The share whose bar is the longest, for comparing small ones; by default the bar lies in that of the whole. */
  of?: number | undefined;
  /** The share as text, shown beside the bar. */
  children: ComponentChildren;
}

const WIDTH = 100;
const HEIGHT = 6;

/** A share of a whole as text and as a bar. Even the smallest share above zero is visible. */
export function ShareBar({ share, of, children }: ShareBarProps) {
  const length = Math.min(1, Math.max(0, of === 0 ? 0 : share / (of ?? 1))) * WIDTH;
  return (
    <span class="c-share">
      {children}
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        {of === undefined && <rect class="c-share__whole" width={WIDTH} height={HEIGHT} />}
        <rect width={share > 0 ? Math.max(length, 0.8) : 0} height={HEIGHT} />
      </svg>
    </span>
  );
}
