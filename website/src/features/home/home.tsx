import type { BlockList, BlockSummary } from '@cairn/api/explorer';
import { Amount, Card, type KeyValue, KeyValueList } from '@cairn/ui';
import { useMemo } from 'preact/hooks';
import { chainStatus } from '../../site/api.ts';
import type { ChainView } from '../../site/chain-feed.ts';
import { intervalOf, meanFee, roundedUp, supplyOf } from '../../site/figures.ts';
import { durationText } from '../../site/formats.ts';
import { definePage } from '../../site/island.tsx';
import { EmptyChain, FailureNotice, NodeNotice } from '../../site/notices.tsx';
import {
  type Answer,
  byIndex,
  type Fees,
  feesRequest,
  request,
  statsRequest,
  useRequest,
} from '../../site/request.ts';
import { useChain } from '../../site/use-chain.ts';
import { blocksRequest, BlockTable, LiveList, TransactionTable } from '../lists/index.ts';
import { Region } from '../verify/index.ts';
import { Cairn } from './cairn.tsx';
import { texts, useTranslations } from './texts.ts';

/** Blocks that the front page loads: its list shows ten, its figures are of all. */
const HOME_BLOCKS = 30;
/** Rows of each list. */
const ROWS = 10;

/** The newest transactions, from the index. */
const feedRequest = request(
  'newest transactions',
  (api, options) => api.listTransactions({ limit: ROWS }, options),
  byIndex,
);

interface HomeProps {
  blocks: Answer<BlockList>;
  fees: Answer<Fees>;
}

/** The front page: the cairn with what this browser has checked and the chain's figures, then the newest blocks and transactions. */
function Home({ blocks, fees }: HomeProps) {
  const { t } = useTranslations();
  const view = useChain();
  const { data } = blocks;
  const { status } = view;
  const isSilent = status === undefined && data === undefined && view.failure !== undefined;
  // `NodeNotice` reports the view's failure, but only after a first status.
  const isReported = status !== undefined && view.failure !== undefined;
  const failure = isReported ? undefined : (view.failure ?? blocks.failure);
  const retry = isSilent ? chainStatus.retry : blocks.retry;
  const isEmpty = data?.pagination.total === 0;
  const isShown = !isSilent && (data !== undefined || blocks.failure === undefined);
  const hasCairn = isShown && !isEmpty;
  // The node may have no index for it.
  const hasFeed = !isEmpty && status?.capabilities.transaction_feed !== false;
  return (
    <div class="c-stack">
      {!hasCairn && <h1>{t('home.title')}</h1>}
      {!isSilent && <NodeNotice />}
      {hasCairn && (
        <Cairn blocks={data?.items}>
          <HomeFigures view={view} blocks={data?.items} fees={fees} />
        </Cairn>
      )}
      <FailureNotice of={{ failure, retry }} />
      {isShown && (
        // By a class, not by how many there are: the second list comes while the first is shown.
        <Region proof="none" class={hasFeed ? 'home__lists' : ''}>
          <NewestBlocks blocks={data} />
          {hasFeed && <NewestTransactions view={view} />}
        </Region>
      )}
    </div>
  );
}

export default definePage({
  texts,
  requests: () => ({ blocks: blocksRequest({ size: HOME_BLOCKS }), fees: feesRequest }),
  preloads: () => [feedRequest, statsRequest],
  head: ({ t }) => ({ description: t('home.description') }),
  view: Home,
});

function NewestBlocks({ blocks }: { blocks: BlockList | undefined }) {
  const { t, link } = useTranslations();
  const caption = t('home.blocks');
  const latest = useMemo(() => blocks && { items: blocks.items.slice(0, ROWS) }, [blocks]);
  return (
    <Card title={caption} flush actions={<a href={link.blocks()}>{t('home.allBlocks')}</a>}>
      {latest?.items.length === 0 ? (
        <EmptyChain />
      ) : (
        <LiveList latest={latest} waitingText={(count) => t('live.newBlocks', { count })}>
          {(list, fresh) => (
            <BlockTable caption={caption} blocks={list?.items} waitingRows={ROWS} fresh={fresh} />
          )}
        </LiveList>
      )}
    </Card>
  );
}

function NewestTransactions({ view }: { view: ChainView }) {
  const { t, link } = useTranslations();
  const isKnown = view.status?.capabilities.transaction_feed;
  const newest = useRequest(isKnown === true ? feedRequest : undefined);
  const { data } = newest;
  const caption = t('home.transactions');
  // If the API does not answer at all, the notice at the top of the page says so.
  const failure = data === undefined && view.failure === undefined ? newest.failure : undefined;
  return (
    <Card
      title={caption}
      flush
      actions={<a href={link.page('/transactions')}>{t('home.allTransactions')}</a>}
    >
      <FailureNotice of={{ ...newest, failure }} />
      {failure === undefined && (
        <LiveList latest={data} waitingText={(count) => t('live.newTransactions', { count })}>
          {(list, fresh) => (
            <TransactionTable
              caption={caption}
              transactions={list?.items}
              waitingRows={ROWS}
              view="feed"
              fresh={fresh}
            />
          )}
        </LiveList>
      )}
    </Card>
  );
}

interface HomeFiguresProps {
  view: ChainView;
  /** Newest first; `undefined` until they load. */
  blocks: readonly BlockSummary[] | undefined;
  fees: Answer<Fees>;
}

/** What a transfer costs now, and on the other side of the pile key figures of the chain. Transactions and supply need the index. */
function HomeFigures({ view, blocks, fees }: HomeFiguresProps) {
  const translations = useTranslations();
  const { t, count, link } = translations;
  const indexed = view.status?.capabilities.aggregate_stats;
  const stats = useRequest(indexed === true ? statsRequest : undefined);
  const sums = stats.data?.stats;
  const hasSums = indexed !== false && (sums !== undefined || stats.failure === undefined);
  const hasFees = fees.data !== undefined || fees.failure === undefined;
  const [interval, mean] = [blocks && intervalOf(blocks), blocks && meanFee(blocks)];
  const hint = blocks === undefined ? '\u00a0' : t('home.lately', { count: blocks.length });
  const none = blocks && <span class="c-faint">{t('common.none')}</span>;
  const about = (pebbles: string) => (
    <>
      ≈ <Amount value={roundedUp(pebbles)} />
    </>
  );
  const sides: Record<'fees' | 'figures', KeyValue[]> = {
    fees: [
      ...(hasFees
        ? [
            { label: t('home.nextBlock'), value: fees.data && about(fees.data.next_block) },
            { label: t('home.fewBlocks'), value: fees.data && about(fees.data.few_blocks) },
          ]
        : []),
      { label: t('home.meanFee'), value: mean === undefined ? none : <Amount value={mean} />, hint },
    ],
    figures: [
      ...(hasSums
        ? [
            {
              label: t('column.transactions'),
              value: sums && <a href={link.page('/transactions')}>{count(sums.transactions)}</a>,
            },
            {
              label: t('home.supply'),
              value: sums && (
                <a href={link.page('/statistics#supply')}>
                  <Amount value={supplyOf(sums)} />
                </a>
              ),
            },
          ]
        : []),
      {
        label: t('home.interval'),
        value: interval === undefined ? none : durationText(translations, interval),
        hint,
      },
    ],
  };
  return (
    <>
      {Object.entries(sides).map(([side, items]) => (
        <div key={side} class={`cairn__${side}`}>
          <KeyValueList atEnd items={items} />
        </div>
      ))}
    </>
  );
}
