import type { StaleBlock, StaleBlockList } from '@cairn/api/explorer';
import { Card, EmptyState, Identifier } from '@cairn/ui';
import { type Column, DataTable } from '../../site/data-table.tsx';
import { Page } from '../../site/page-head.tsx';
import { useMemo } from 'preact/hooks';
import { type Answer, byTip, request } from '../../site/request.ts';
import { FailureNotice } from '../../site/notices.tsx';
import { blockColumns } from '../lists/index.ts';
import { definePage } from '../../site/island.tsx';
import { STALE_BLOCKS } from '../../site/url.ts';
import { Region } from '../verify/index.ts';
import { texts, useTranslations, type Translations } from './texts.ts';

/** Blocks that are not in the chain. */
export const staleRequest = request(
  'stale blocks',
  (api, options) => api.listStaleBlocks({ limit: STALE_BLOCKS }, options),
  byTip,
);

export interface CompetingBlocksProps {
  title?: string;
  stale: Answer<StaleBlockList>;
}

/**
 * Blocks that the node knows but that are not in its chain: on branches with less work, or removed by a reorganization.
 */
export function CompetingBlocks({ title, stale }: CompetingBlocksProps) {
  const translations = useTranslations();
  const { t } = translations;
  const { data, failure } = stale;
  const columns = useMemo(() => columnsOf(translations), [translations]);
  if (failure !== undefined && data === undefined) return <FailureNotice of={stale} />;
  return (
    <Card title={title} flush>
      {data?.items.length === 0 ? (
        <EmptyState title={t('stale.noneText')} />
      ) : (
        <DataTable caption={t('page.stale')} columns={columns} rows={data?.items} rowKey={({ id }) => id} />
      )}
    </Card>
  );
}

/** The page with these blocks alone. */
function StaleBlocks({ stale }: CompetingBlocksProps) {
  const { t } = useTranslations();
  return (
    <Page title={t('page.stale')} lead={t('stale.lead')}>
      <Region proof="none">
        <CompetingBlocks stale={stale} />
      </Region>
    </Page>
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

export default definePage({
  texts,
  requests: () => ({ stale: staleRequest }),
  head: ({ t }) => ({ title: t('page.stale'), description: t('stale.description') }),
  view: StaleBlocks,
});
