import type { BlockList as Blocks } from '@cairn/api/explorer';
import { Card } from '@cairn/ui';
import { BlockAnnouncement, blocksRequest, BlockTable, LiveList, neighbours, Pager } from '../lists/index.ts';
import { definePage } from '../../site/island.tsx';
import { EmptyChain, FailureNotice, PastEnd } from '../../site/notices.tsx';
import { Page } from '../../site/page-head.tsx';
import type { Answer } from '../../site/request.ts';
import { PAGE_SIZE, readBefore } from '../../site/url.ts';
import { Region } from '../verify/index.ts';
import { texts, useTranslations } from './texts.ts';

interface ListParams {
  /** Height below which the blocks of the page are; absent for the newest. */
  readonly before?: number | undefined;
}

/** Blocks, newest first. The newest page follows the chain; a page below a height always has the same blocks. */
function BlockList({ before, blocks }: ListParams & { blocks: Answer<Blocks> }) {
  const { t, link } = useTranslations();
  const { data, failure } = blocks;
  return (
    <Page title={t('page.blocks')}>
      <FailureNotice of={blocks} />
      {data?.items.length === 0 ? (
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
            {(list, fresh) => <Rows list={list} fresh={fresh} />}
          </LiveList>
        )
      )}
      {before === undefined && <BlockAnnouncement height={data?.items[0]?.height} />}
    </Page>
  );
}

/** The rows, with what describes them: heading and footer, too, leave out rows that still wait. */
function Rows({ list, fresh }: { list: Blocks | undefined; fresh: ReadonlySet<string> }) {
  const { t, link } = useTranslations();
  return (
    <Region proof="none">
      <Card
        title={list === undefined ? t('page.blocks') : t('common.blocks', { count: list.pagination.total })}
        flush
        actions={<a href={link.page('/network#stale')}>{t('page.stale')}</a>}
        footer={list && <Neighbours list={list} />}
      >
        <BlockTable
          caption={t('blocks.caption')}
          blocks={list?.items}
          waitingRows={PAGE_SIZE}
          fresh={fresh}
        />
      </Card>
    </Region>
  );
}

/** Links to the pages of newer and older blocks. @param props.list with a block at least */
function Neighbours({ list: { items, pagination } }: { list: Blocks }) {
  const { t, count, link } = useTranslations();
  const [highest, lowest] = [items[0]!.height, items.at(-1)!.height];
  const { newer, older } = neighbours(link.blocks(), { highest, lowest, newest: pagination.total - 1 });
  return (
    <Pager
      label={t('page.blocks')}
      position={`${count(lowest)} – ${count(highest)}`}
      previous={{ href: newer, text: t('blocks.newer') }}
      next={{ href: older, text: t('blocks.older') }}
    />
  );
}

export default definePage({
  texts,
  params: (url): ListParams => ({ before: readBefore(url.searchParams.get('before')) }),
  requests: ({ before }) => ({ blocks: blocksRequest({ before, size: PAGE_SIZE }) }),
  head: ({ t }) => ({ title: t('page.blocks'), description: t('blocks.description') }),
  view: BlockList,
});
