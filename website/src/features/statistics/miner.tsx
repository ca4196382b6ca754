import type { Miner, MinerBlocks } from '@cairn/api/explorer';
import { identifyAddressNetwork, parsePebbles } from '@cairn/protocol';
import { Amount, EmptyState, Identifier } from '@cairn/ui';
import { Page } from '../../site/page-head.tsx';
import { type Stat, StatTiles } from '../../site/stat-tiles.tsx';
import { type Answer, byIndex, request } from '../../site/request.ts';
import { lastSegment, PAGE_SIZE, readPage } from '../../site/url.ts';
import { InvalidReference } from '../../site/failure.ts';
import { BlockTable, NumberedList } from '../lists/index.ts';
import { FailureNotice } from '../../site/notices.tsx';
import { definePage } from '../../site/island.tsx';
import { Region } from '../verify/index.ts';
import { texts, useTranslations, type Translations } from './texts.ts';

interface MinerProps {
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
        <a href={`${link.page('/statistics')}#miners`}>{t('miner.all')}</a>
      </p>
      <FailureNotice of={{ ...(miner.failure === undefined ? blocks : miner), failure }} />
      <Region proof="none" class="c-stack">
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
      </Region>
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

/** @throws InvalidReference for a text that is no address of any network */
function checked(address: string): string {
  if (identifyAddressNetwork(address) === undefined) throw new InvalidReference('address');
  return address;
}

/** Totals of a miner. */
const minerRequest = (address: string) =>
  request(
    `miner ${address}`,
    async (api, options) => api.getMiner({ address: checked(address) }, options),
    byIndex,
  );

/** A page of a miner's blocks. @param page counted from 1 */
const minerBlocksRequest = (address: string, page: number) =>
  request(
    `blocks of ${address} ${page}`,
    async (api, options) => {
      const query = { address: checked(address), limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE };
      return api.listMinerBlocks(query, options);
    },
    byIndex,
  );

export default definePage({
  texts,
  params: (url) => ({ address: lastSegment(url), page: readPage(url.searchParams.get('page')) }),
  requests: ({ address, page }) => ({
    miner: minerRequest(address),
    blocks: minerBlocksRequest(address, page),
  }),
  head: ({ t, shortReference }, { address }) => {
    const reference = shortReference(address);
    return {
      title: t('miner.title', { reference }),
      description: t('miner.description', { reference }),
      linkPreview: `/link-preview/addresses/${address}`,
    };
  },
  view: MinerPage,
});
