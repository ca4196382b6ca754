import type { MinerList, MinerShare } from '@cairn/api/explorer';
import { Card, EmptyState, Identifier, useUnitName } from '@cairn/ui';
import { Page } from '../../site/page-head.tsx';
import { type Column, DataTable } from '../../site/data-table.tsx';
import { ShareBar } from '../../site/share-bar.tsx';
import { useMemo } from 'preact/hooks';
import type { Answer } from '../../site/request.ts';
import { useChain } from '../../site/use-chain.ts';
import { Choice, StatisticsNav } from '../../site/choice.tsx';
import { EmptyChain, FailureNotice } from '../../site/notices.tsx';
import { definePage } from '../../site/island.tsx';
import { texts, useTranslations, type Translations } from './texts.ts';
import { heightLink, tableAmount } from '../../site/cells.tsx';
import { minersRequest, MINER_RANGES, minersPath, minersParams, type MinerRange } from './params.ts';

export interface MinersProps {
  range: MinerRange;
  miners: Answer<MinerList>;
}

/**
 * Shares of the miners in the newest blocks. The number of blocks is in the URL, so that a copied link shows the same
 * range.
 */
function Miners({ range, miners }: MinersProps) {
  const { t, link, count } = useTranslations();
  const { status } = useChain();
  const { data, failure } = miners;
  const isEmpty = status !== undefined && status.height < 0;
  return (
    <Page title={t('page.miners')} lead={t('miners.lead')} actions={<StatisticsNav here="miners" />}>
      <Choice
        label={t('miners.range')}
        options={MINER_RANGES.map((one) => ({
          text: t('common.blocks', { count: one }),
          href: link.page(minersPath(one)),
          isChosen: one === range,
        }))}
      />
      {isEmpty && <EmptyChain />}
      {!isEmpty && <FailureNotice of={miners} />}
      {!isEmpty && failure === undefined && data === undefined && (
        <Card title={t('miners.shares', { count: count(range) })} flush>
          <MinerTable miners={undefined} />
        </Card>
      )}
      {!isEmpty && data !== undefined && <Shares list={data} />}
    </Page>
  );
}

function Shares({ list }: { list: MinerList }) {
  const { t, count } = useTranslations();
  const { blocks, others, items } = list;
  if (items.length === 0) {
    return (
      <Card flush>
        <EmptyState title={t('miners.empty')}>
          <p>{t('miners.emptyText')}</p>
        </EmptyState>
      </Card>
    );
  }
  return (
    <Card
      title={t('miners.shares', { count: count(blocks) })}
      flush
      footer={
        others.miners > 0 ? (
          <p class="c-small c-muted">
            {t('miners.others', {
              count: others.miners,
              blocks: t('common.blocks', { count: others.blocks }),
            })}
          </p>
        ) : undefined
      }
    >
      <MinerTable miners={items} />
    </Card>
  );
}

export default definePage({
  texts,
  params: minersParams,
  requests: ({ range }) => ({ miners: minersRequest(range) }),
  head: ({ t }) => ({ title: t('page.miners'), description: t('miners.description') }),
  view: Miners,
});

/** Miners with their shares, the one with the most blocks first. @param props.miners `undefined` until they load */
function MinerTable({ miners }: { miners: readonly MinerShare[] | undefined }) {
  const translations = useTranslations();
  const unit = useUnitName();
  const columns = useMemo(() => columnsOf(translations, unit), [translations, unit]);
  return (
    <DataTable
      caption={translations.t('miners.caption')}
      columns={columns}
      rows={miners}
      rowKey={({ address }) => address}
    />
  );
}

function columnsOf({ t, count, link, percent }: Translations, unit: string): Column<MinerShare>[] {
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
      unit: t('miners.blocksUnit'),
      align: 'end',
      cell: ({ blocks }) => count(blocks),
    },
    {
      id: 'share',
      header: t('miners.share'),
      narrow: 'beside',
      cell: ({ share }) => <ShareBar share={share}>{percent(share)}</ShareBar>,
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
