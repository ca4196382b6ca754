import type { BlockList as Blocks } from '@cairn/api/explorer';
import {
  BlockAnnouncement,
  blocksRequest,
  BlockTable,
  ListPage,
  listPageParams,
  type ListParams,
  type ListTableProps,
} from '../lists/index.ts';
import { definePage } from '../../site/island.tsx';
import type { Answer } from '../../site/request.ts';
import { PAGE_SIZE } from '../../site/url.ts';
import { texts, useTranslations } from './texts.ts';

function Table({ rows, ...rest }: ListTableProps<Blocks>) {
  const { t } = useTranslations();
  return <BlockTable caption={t('blocks.caption')} blocks={rows} {...rest} />;
}

/** Blocks, newest first. */
function BlockList({ before, blocks }: ListParams & { blocks: Answer<Blocks> }) {
  const { t, link } = useTranslations();
  return (
    <>
      <ListPage
        answer={blocks}
        label={t('page.blocks')}
        path={link.blocks()}
        table={Table}
        heading={(total) => t('common.blocks', { count: total })}
        numbers={({ items, pagination }) => ({
          highest: items[0]!.height,
          lowest: items.at(-1)!.height,
          newest: pagination.total - 1,
          oldest: 0,
        })}
        waitingText={(count) => t('live.newBlocks', { count })}
        actions={<a href={link.page('/stale-blocks')}>{t('page.stale')}</a>}
      />
      {before === undefined && <BlockAnnouncement height={blocks.data?.items[0]?.height} />}
    </>
  );
}

export default definePage({
  texts,
  params: listPageParams,
  requests: ({ before }) => ({ blocks: blocksRequest({ before, size: PAGE_SIZE }) }),
  head: ({ t }) => ({ title: t('page.blocks'), description: t('blocks.description') }),
  view: BlockList,
});
