const counts = new Intl.NumberFormat('en-US');

/** `1,234` for a count or a height. Amounts of coins never go through here. */
export function formatCount(count: number): string {
  return counts.format(count);
}

/** `1 transaction`, `12 transactions`. */
export function plural(count: number, singular: string, many = `${singular}s`): string {
  return `${formatCount(count)} ${count === 1 ? singular : many}`;
}

const KIB = 1024;

/** Bytes for the eye: exact below 1 KiB, else one decimal of KiB or MiB. */
export function formatSize(bytes: number): string {
  if (bytes < KIB) return `${bytes} B`;
  if (bytes < KIB * KIB) return `${(bytes / KIB).toFixed(1)} KiB`;
  return `${(bytes / KIB / KIB).toFixed(2)} MiB`;
}

/**
 * Confirmations as what they are: depth in one node's history.
 * @param confirmations the block itself included, so 1 is the newest block
 */
export function depthWords(confirmations: number): string {
  if (confirmations <= 1) return 'In the newest block';
  return `${plural(confirmations, 'block')} deep`;
}

/** What depth does not mean; goes with every mention of it on a detail page. */
export const DEPTH_HINT =
  'Counted in the history of the one node behind this explorer, the block itself included. It is not finality.';

/**
 * Depth as of the newest status, which may have come after the answer that carried `confirmations`.
 * @param tip height of the newest status; absent before the first
 */
export function currentDepth(confirmations: number, blockHeight: number, tip: number | undefined): number {
  return tip === undefined || tip < blockHeight ? confirmations : tip - blockHeight + 1;
}
