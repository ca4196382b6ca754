import { Badge } from '@cairn/ui';
import { useTranslations } from './translations.ts';

/** Confirmations, worded as depth in one node's chain and not as finality. @param props.count 0 if the block has left the chain */
export function Confirmations({ count }: { count: number }) {
  const { t } = useTranslations();
  if (count === 0) return <>0</>;
  return <Badge tone="accent">{t('depth.deep', { count })}</Badge>;
}
