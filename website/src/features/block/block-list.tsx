import type { BlockList as Blocks, BlockSummary, MinerBlocks, MinerList } from '@cairn/api/explorer';
import { type Address, identifyAddressNetwork } from '@cairn/protocol';
import { Card, Identifier } from '@cairn/ui';
import {
  BlockAnnouncement,
  blocksRequest,
  BlockTable,
  Choice,
  Choices,
  LiveList,
  neighbours,
  NumberedList,
  Pager,
} from '../lists/index.ts';
import { definePage } from '../../site/island.tsx';
import { EmptyChain, FailureNotice, PastEnd } from '../../site/notices.tsx';
import { Page } from '../../site/page-head.tsx';
import { type Answer, byIndex, request, startingAt } from '../../site/request.ts';
import { PAGE_SIZE, readBefore, readPage } from '../../site/url.ts';
import { Region } from '../verify/index.ts';
import { texts, useTranslations } from './texts.ts';

interface ListParams {
  /** Height below which the blocks of the page are; absent for the newest. */
  readonly before?: number | undefined;
  /** Only the blocks of this miner, whose pages have numbers, counted from 1. */
  readonly miner?: Address | undefined;
  readonly page: number;
}

/** Miners to choose from: those with the most of the newest blocks. */
const MOST_MINERS = 4;

/** Needs the index. */
const minersRequest = request('miners', (api, options) => api.listMiners({}, options), byIndex);

/** A page of the blocks of a miner. Needs the index. */
const minerBlocksRequest = (address: Address, page: number) =>
  request<Blocks | MinerBlocks>(
    `blocks of ${address} ${page}`,
    async (api, options) => {
      const offset = (page - 1) * PAGE_SIZE;
      return startingAt(await api.listMinerBlocks({ address, limit: PAGE_SIZE, offset }, options), offset);
    },
    byIndex,
  );

interface BlockListProps extends ListParams {
  readonly blocks: Answer<Blocks | MinerBlocks>;
  readonly miners: Answer<MinerList>;
}

/**
 * Blocks, newest first: all, or those of a miner. The newest page follows the chain; a page below a height always has the same
 * blocks.
 */
function BlockList(props: BlockListProps) {
  const { before, miner, blocks } = props;
  const { t, link } = useTranslations();
  const { data, failure } = blocks;
  const isEmpty = miner === undefined && data?.items.length === 0;
  return (
    <Page title={t('page.blocks')}>
      <FailureNotice of={blocks} />
      {isEmpty ? (
        <Card flush>
          {data.pagination.total === 0 ? (
            <EmptyChain />
          ) : (
            <PastEnd path={link.blocks()} text={t('common.blocks', { count: data.pagination.total })} />
          )}
        </Card>
      ) : (
        (data !== undefined || failure === undefined) && (
          <LiveList latest={data} waitingText={(count) => t('live.newBlocks', { count })}>
            {(list, fresh) => <Rows {...props} list={list} fresh={fresh} />}
          </LiveList>
        )
      )}
      {before === undefined && <BlockAnnouncement height={data?.items[0]?.height} />}
    </Page>
  );
}

interface RowsProps extends BlockListProps {
  readonly list: Blocks | MinerBlocks | undefined;
  readonly fresh: ReadonlySet<string>;
}

/** The rows, with what describes them: heading and footer, too, leave out rows that still wait. */
function Rows({ list, fresh, page, miner, miners }: RowsProps) {
  const { t, link } = useTranslations();
  const title = list && t('common.blocks', { count: list.pagination.total });
  const actions = <a href={link.page('/network#stale')}>{t('page.stale')}</a>;
  const choice = <MinerChoice miner={miner} miners={miners.data} />;
  const table = (rows: readonly BlockSummary[] | undefined) => (
    <BlockTable caption={t('blocks.caption')} blocks={rows} waitingRows={PAGE_SIZE} fresh={fresh} />
  );
  return (
    <Region proof="none">
      {miner === undefined ? (
        <Card
          title={title ?? t('page.blocks')}
          flush
          actions={actions}
          footer={list && <Neighbours list={list} />}
        >
          {choice}
          {table(list?.items)}
        </Card>
      ) : (
        <NumberedList
          label={t('page.blocks')}
          title={title}
          path={link.blocksOf(miner)}
          page={page}
          list={list}
          actions={actions}
          pastEnd={title ?? ''}
          above={choice}
        >
          {table}
        </NumberedList>
      )}
    </Region>
  );
}

/** The choice of a miner; nothing without an index, or where there is nothing to choose. */
function MinerChoice({ miner, miners }: { miner: Address | undefined; miners: MinerList | undefined }) {
  const { t, link } = useTranslations();
  const most = (miners?.items ?? []).slice(0, MOST_MINERS).map(({ address }) => address);
  const shown = miner === undefined || most.includes(miner) ? most : [...most.slice(0, -1), miner];
  if (shown.length < 2 && miner === undefined) return null;
  const name = (address: Address) => (
    <Identifier value={address} what={t('what.miner')} length="short" copy={false} />
  );
  return (
    <Choices chosen={miner === undefined ? t('blocks.anyMiner') : name(miner)}>
      <Choice
        label={t('block.miner')}
        options={[
          { text: t('blocks.anyMiner'), href: link.blocks(), isChosen: miner === undefined },
          ...shown.map((address) => ({
            text: name(address),
            href: link.blocksOf(address),
            isChosen: address === miner,
          })),
        ]}
      />
    </Choices>
  );
}

/** Links to the pages of newer and older blocks. @param props.list with a block at least */
function Neighbours({ list: { items, pagination } }: { list: Blocks | MinerBlocks }) {
  const { t, count, link } = useTranslations();
  const [highest, lowest] = [items[0]!.height, items.at(-1)!.height];
  return (
    <Pager
      label={t('page.blocks')}
      position={`${count(lowest)} – ${count(highest)}`}
      texts={[t('blocks.newer'), t('blocks.older')]}
      {...neighbours(link.blocks(), { highest, lowest, newest: pagination.total - 1 })}
    />
  );
}

export default definePage({
  texts,
  params: ({ searchParams }): ListParams => {
    const miner = searchParams.get('miner') ?? '';
    return {
      before: readBefore(searchParams.get('before')),
      miner: identifyAddressNetwork(miner) === undefined ? undefined : miner,
      page: readPage(searchParams.get('page')),
    };
  },
  requests: ({ before, miner, page }) => ({
    blocks:
      miner === undefined ? blocksRequest({ before, size: PAGE_SIZE }) : minerBlocksRequest(miner, page),
    miners: minersRequest,
  }),
  head: ({ t }) => ({ title: t('page.blocks'), description: t('blocks.description') }),
  view: BlockList,
});
