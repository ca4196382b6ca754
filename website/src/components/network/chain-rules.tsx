import type { ExplorerStatus } from '@cairn/api/explorer';
import { Card, type KeyValue, KeyValueList, Skeleton, Timestamp } from '@cairn/ui';
import { durationText } from '../../figures/formats.ts';
import { knownNetwork } from '../../lib/known-network.ts';
import { useTranslations } from '../../messages/translations.ts';

/** Fixed parameters of the node's network; nothing for an unknown network. */
export function ChainRules({ status }: { status: ExplorerStatus | undefined }) {
  const translations = useTranslations();
  const { t } = translations;
  const network = status && knownNetwork(status.network);
  if (status !== undefined && network === undefined) return null;
  const show = (value: KeyValue['value']) => (network === undefined ? <Skeleton width="medium" /> : value);
  const items: KeyValue[] = [
    { label: t('network.chain'), value: show(network?.name) },
    {
      label: t('network.spacing'),
      value: show(network && durationText(translations, network.blockSpacingSeconds)),
      hint: t('network.spacingNote'),
    },
    {
      label: t('network.retarget'),
      value: show(
        network?.retarget === 'asert'
          ? t('network.retargetAsert', { duration: durationText(translations, network.asertHalfLifeSeconds) })
          : t('network.retargetConstant'),
      ),
    },
    {
      label: t('network.genesis'),
      value: show(network && <Timestamp seconds={network.genesisTime} show="exact" />),
    },
    { label: t('network.prefix'), value: show(network && <code>{network.addressPrefix}</code>) },
  ];
  return (
    <Card title={t('network.parameters')} flush>
      <KeyValueList items={items} />
    </Card>
  );
}
