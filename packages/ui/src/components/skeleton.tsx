/** A grey bar where text will be. Put `aria-busy` on the region that waits. */
export function Skeleton({ width = 'medium' }: { width?: 'short' | 'medium' | 'long' | 'full' }) {
  return <span class={`c-skeleton c-skeleton--${width}`} aria-hidden="true" />;
}
