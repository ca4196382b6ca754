import type { Miner, MinerBlocks } from '@cairn/api/explorer';
import { identifyAddressNetwork, parsePebbles } from '@cairn/protocol';
import { Amount, EmptyState, Identifier } from '@cairn/ui';
import { Page } from '../../site/page-head.tsx';
import { type Stat, StatTiles } from '../../site/stat-tiles.tsx';
import type { Answer } from '../../site/request.ts';
import { BlockTable, NumberedList } from '../lists/index.ts';
import { FailureNotice } from '../../site/notices.tsx';
import { definePage } from '../../site/island.tsx';
import { texts, useTranslations, type Translations } from './texts.ts';
import { minerBlocksRequest, minerParams, minerRequest } from './params.ts';

export interface MinerProps {
  /** As in the URL. */
  address: string;
  /** Page of its blocks, counted from 1. */
  page: number;
  miner: Answer<Miner>;
  blocks: Answer<MinerBlocks>;
}

/** Totals and blocks of one miner. */
function MinerPage({ address, page, miner, blocks }: MinerProps) {
  const translations = useTranslations();
  const { t, link } = translations;
  const isAddress = identifyAddressNetwork(address) !== undefined;
  const failure = miner.failure ?? blocks.failure;
  return (
    <Page
      title={t('miner.heading')}
      lead={isAddress && <Identifier value={address} what={t('what.miner')} length="whole" />}
    >
      <p class="c-row">
        {isAddress && <a href={link.address(address)}>{t('miner.address')}</a>}
        <a href={link.page('/miners')}>{t('miner.all')}</a>
      </p>
      <FailureNotice of={{ ...(miner.failure === undefined ? blocks : miner), failure }} />
      {(failure === undefined || miner.data !== undefined) && (
        <StatTiles label={t('miner.heading')} items={figuresOf(miner.data, translations)} />
      )}
      {(failure === undefined || blocks.data !== undefined) && (
        <NumberedList
          label={t('miner.blocks')}
          path={link.miner(address)}
          page={page}
          list={blocks.data}
          empty={
            <EmptyState title={t('miner.empty')}>
              <p>{t('miner.emptyText')}</p>
            </EmptyState>
          }
          pastEnd={t('common.blocks', { count: blocks.data?.pagination.total ?? 0 })}
        >
          {(rows) => <BlockTable oneMiner caption={t('miner.blocks')} blocks={rows} />}
        </NumberedList>
      )}
    </Page>
  );
}

function figuresOf(miner: Miner | undefined, { t, count, percent, link }: Translations): Stat[] {
  const heightLink = (height: number | null | undefined) =>
    height === null
      ? t('common.none')
      : height !== undefined && <a href={link.block(height)}>{count(height)}</a>;
  return [
    {
      label: t('miner.mined'),
      value: miner && count(miner.blocks),
      note:
        miner !== undefined &&
        miner.blocks > 0 &&
        t('miner.ofAll', { share: percent(miner.blocks / miner.indexed_height) }),
    },
    {
      label: t('miner.rewards'),
      value: miner && <Amount value={parsePebbles(miner.rewards)} />,
      note: t('miner.rewardsNote'),
      wide: true,
    },
    { label: t('miner.fees'), value: miner && <Amount value={parsePebbles(miner.fees)} />, wide: true },
    { label: t('miner.first'), value: heightLink(miner?.first_height) },
    { label: t('miner.last'), value: heightLink(miner?.last_height) },
  ];
}

export default definePage({
  texts,
  params: minerParams,
  requests: ({ address, page }) => ({
    miner: minerRequest(address),
    blocks: minerBlocksRequest(address, page),
  }),
  head: ({ t, shortReference }, { address }) => {
    const reference = shortReference(address);
    return {
      title: t('miner.title', { reference }),
      description: t('miner.description', { reference }),
      linkPreview: `/link-preview/miners/${address}`,
    };
  },
  view: MinerPage,
});
