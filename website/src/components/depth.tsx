import { Badge } from '@cairn/ui';
import { useWords } from '../messages/context.tsx';

/**
 * Depth as of the newest status, which may have come after the answer that carried `confirmations`.
 * @param tip height of the newest status; absent before the first
 */
export function currentDepth(confirmations: number, blockHeight: number, tip: number | undefined): number {
  return tip === undefined || tip < blockHeight ? confirmations : tip - blockHeight + 1;
}

export interface DepthProps {
  /** As the answer about the block or transaction gave it; 0 once its block is no longer in the chain. */
  confirmations: number;
  blockHeight: number;
  /** Height of the newest status. */
  tip: number | undefined;
}

/** Confirmations worded as depth in one node's history. */
export function Depth({ confirmations, blockHeight, tip }: DepthProps) {
  const { t } = useWords();
  if (confirmations === 0) return <>0</>;
  const depth = currentDepth(confirmations, blockHeight, tip);
  return <Badge tone="accent">{depth <= 1 ? t('depth.newest') : t('depth.deep', { count: depth })}</Badge>;
}
