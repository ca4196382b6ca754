import { Badge } from '@cairn/ui';
import { currentDepth, depthWords } from '../lib/words.ts';

export interface DepthProps {
  /** As the answer about the block or transaction gave it. */
  confirmations: number;
  blockHeight: number;
  /** Height of the newest status. */
  tip: number | undefined;
}

/** Confirmations worded as depth in one node's history. */
export function Depth({ confirmations, blockHeight, tip }: DepthProps) {
  return <Badge tone="accent">{depthWords(currentDepth(confirmations, blockHeight, tip))}</Badge>;
}
