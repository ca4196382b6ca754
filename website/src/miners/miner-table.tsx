import type { MinerShare } from '@cairn/api/explorer';
import { type Column, DataTable, Identifier, ShareBar, useUnitName } from '@cairn/ui';
import { useMemo } from 'preact/hooks';
import { useTranslations, type Translations } from '../messages/translations.ts';
import { heightLink, tableAmount } from '../components/table-cells.tsx';

/** Miners with their shares, the one with the most blocks first. @param props.miners `undefined` until they load */
export function MinerTable({ miners }: { miners: readonly MinerShare[] | undefined }) {
  const translations = useTranslations();
  const unit = useUnitName();
  const largest = miners?.[0]?.share;
  const columns = useMemo(() => columnsOf(translations, unit, largest), [translations, unit, largest]);
  return (
    <DataTable
      caption={translations.t('miners.caption')}
      columns={columns}
      rows={miners}
      rowKey={({ address }) => address}
    />
  );
}

/** @param largest the largest share, whose bar is the longest */
function columnsOf(
  { t, count, link, percent }: Translations,
  unit: string,
  largest = 1,
): Column<MinerShare>[] {
  return [
    {
      id: 'miner',
      header: t('miners.miner'),
      narrow: 'lead',
      cell: ({ address }) => (
        <Identifier value={address} what={t('what.miner')} length="table" href={link.miner(address)} />
      ),
    },
    {
      id: 'blocks',
      header: t('miners.blocks'),
      narrow: 'aside',
      unit: t('miners.blocks'),
      align: 'end',
      cell: ({ blocks }) => count(blocks),
    },
    {
      id: 'share',
      header: t('miners.share'),
      narrow: 'beside',
      cell: ({ share }) => (
        <ShareBar share={share} of={largest}>
          {percent(share)}
        </ShareBar>
      ),
    },
    {
      id: 'rewards',
      header: t('miners.rewards', { unit }),
      align: 'end',
      cell: ({ rewards }) => tableAmount(rewards),
    },
    {
      id: 'fees',
      header: t('miners.fees', { unit }),
      align: 'end',
      wideOnly: true,
      cell: ({ fees }) => tableAmount(fees),
    },
    {
      id: 'last',
      header: t('miners.last'),
      align: 'end',
      cell: ({ last_height: height }) => heightLink(height, { count, link }),
    },
  ];
}
