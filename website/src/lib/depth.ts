/**
 * Depth as of the newest status, which may have come after the answer that carried `confirmations`.
 * @param tip height of the newest status; absent before the first
 */
export function currentDepth(confirmations: number, blockHeight: number, tip: number | undefined): number {
  return tip === undefined || tip < blockHeight ? confirmations : tip - blockHeight + 1;
}
