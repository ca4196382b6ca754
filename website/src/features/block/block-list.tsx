import type { BlockList as Blocks } from '@cairn/api/explorer';
import { Card, EmptyState, LinkButton } from '@cairn/ui';
import { useMemo } from 'preact/hooks';
import {
  BlockAnnouncement,
  BlockTable,
  CsvButton,
  ListFoot,
  ListPage,
  listPageParams,
  type ListParams,
  LiveListContainer,
  neighbours,
  useBlocks,
  useLiveList,
} from '../lists/index.ts';
import { EmptyChain } from '../../site/notices.tsx';
import { island } from '../../site/island.tsx';
import { translationsFor, useTranslations } from './texts.ts';

export interface BlockListProps {
  params: ListParams;
}

/**
 * Blocks, newest first. The newest page follows the chain; a page below an anchor (`params.before`) always has the same
 * heights.
 */
function BlockList({ params }: BlockListProps) {
  const { t } = useTranslations();
  const blocks = useBlocks(params);
  const { data } = blocks;
  return (
    <ListPage
      answer={blocks}
      skeleton={
        <Card title={t('blocks.title')} flush>
          <BlockTable caption={t('blocks.caption')} blocks={undefined} waitingRows={params.size} />
        </Card>
      }
    >
      {data !== undefined && <Page blocks={data} params={params} />}
      {params.before === undefined && <BlockAnnouncement height={data?.items[0]?.height} />}
    </ListPage>
  );
}

function Page({ blocks, params }: { blocks: Blocks; params: ListParams }) {
  if (blocks.pagination.total === 0) {
    return (
      <Card flush>
        <EmptyChain />
      </Card>
    );
  }
  return blocks.items.length === 0 ? <NothingBelow /> : <Rows blocks={blocks} params={params} />;
}

/** The rows. Heading, CSV file and footer describe only shown rows; new rows can wait behind a button. */
function Rows({ blocks, params }: { blocks: Blocks; params: ListParams }) {
  const { t, count } = useTranslations();
  const live = useLiveList(blocks);
  const { items, pagination } = live.shown;
  const [top, bottom] = [items[0]!.height, items.at(-1)!.height];
  const span = { first: count(bottom), last: count(top) };
  // Memoized, because there may be a hundred rows, and the chain's status changes more often than they do.
  const table = useMemo(
    () => <BlockTable caption={t('blocks.caption')} blocks={items} fresh={live.fresh} />,
    [t, items, live.fresh],
  );
  return (
    <Card
      title={t('common.blocks', { count: pagination.total })}
      flush
      actions={<CsvButton kind="blocks" rows={items} name={`cairn-blocks-${bottom}-${top}`} />}
      footer={<Foot tip={pagination.total - 1} {...{ top, bottom, params, span }} />}
    >
      <LiveListContainer live={live} waitingText={(waiting) => t('live.newBlocks', { count: waiting })}>
        {table}
      </LiveListContainer>
    </Card>
  );
}

function Foot(props: {
  top: number;
  bottom: number;
  tip: number;
  params: ListParams;
  span: { first: string; last: string };
}) {
  const { t, link } = useTranslations();
  const { top, bottom, tip, params, span } = props;
  return (
    <ListFoot
      label={t('blocks.title')}
      path={link.blocks()}
      params={params}
      neighbours={neighbours(params.size, { highest: top, lowest: bottom, newest: tip, oldest: 0 })}
      position={t('list.span', span)}
    >
      <a class="c-small" href={link.page('/stale-blocks')}>
        {t('blocks.stale')}
      </a>
    </ListFoot>
  );
}

function NothingBelow() {
  const { t, link } = useTranslations();
  return (
    <Card flush>
      <EmptyState
        title={t('blocks.nothingBelow')}
        action={<LinkButton href={link.blocks()}>{t('home.blocks')}</LinkButton>}
      >
        <p>{t('blocks.nothingBelowText')}</p>
      </EmptyState>
    </Card>
  );
}

export default island(BlockList, {
  params: listPageParams,
  title: (_, locale) => translationsFor(locale).t('blocks.title'),
});
