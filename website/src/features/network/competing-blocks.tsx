import type { StaleBlock, StaleBlockList } from '@cairn/api/explorer';
import { Card, Identifier } from '@cairn/ui';
import { useMemo } from 'preact/hooks';
import { type Column, DataTable } from '../../site/data-table.tsx';
import { FailureNotice } from '../../site/notices.tsx';
import type { Answer } from '../../site/request.ts';
import { blockColumns } from '../lists/index.ts';
import { type Translations, useTranslations } from './texts.ts';

/**
 * Blocks that the node knows but that are not in its chain: on branches with less work, or removed by a reorganization.
 */
export function CompetingBlocks({ stale }: { stale: Answer<StaleBlockList> }) {
  const translations = useTranslations();
  const { t } = translations;
  const { data, failure } = stale;
  const columns = useMemo(() => columnsOf(translations), [translations]);
  if (failure !== undefined && data === undefined) return <FailureNotice of={stale} />;
  return (
    <Card title={t('page.stale')} id="stale" flush>
      {data?.items.length === 0 ? (
        <p class="c-pad c-muted">{t('stale.none')}</p>
      ) : (
        <>
          <p class="c-bar c-small c-muted">{t('stale.lead')}</p>
          <DataTable caption={t('page.stale')} columns={columns} rows={data?.items} rowKey={({ id }) => id} />
        </>
      )}
    </Card>
  );
}

function columnsOf(translations: Translations): Column<StaleBlock>[] {
  const { t, link, locale } = translations;
  return [
    ...blockColumns<StaleBlock>(locale, ({ id }) => id),
    {
      id: 'instead',
      header: t('stale.instead'),
      cell: ({ canonical_id: id }) =>
        id === null ? (
          <span class="c-faint">{t('common.none')}</span>
        ) : (
          <Identifier value={id} what={t('what.blockId')} length="short" href={link.block(id)} copy={false} />
        ),
    },
  ];
}
