import { Badge } from '@cairn/ui';
import { useTranslations } from './translations.ts';

/**
 * Confirmations as of the latest status, which can be newer than the answer about the block.
 * @param confirmations those in the answer about the block
 * @param tip height of the latest status; `undefined` before the first
 */
export function currentConfirmations(
  confirmations: number,
  blockHeight: number,
  tip: number | undefined,
): number {
  return tip === undefined || tip < blockHeight ? confirmations : tip - blockHeight + 1;
}

export interface ConfirmationsProps {
  /** Confirmations in the answer about the block or transaction; 0 if a reorganization removed the block. */
  confirmations: number;
  blockHeight: number;
  /** Height of the latest status; `undefined` before the first. */
  tip: number | undefined;
}

/** Confirmations, worded as depth in one node's chain and not as finality. */
export function Confirmations({ confirmations, blockHeight, tip }: ConfirmationsProps) {
  const { t } = useTranslations();
  if (confirmations === 0) return <>0</>;
  const count = currentConfirmations(confirmations, blockHeight, tip);
  return <Badge tone="accent">{count <= 1 ? t('depth.newest') : t('depth.deep', { count })}</Badge>;
}
