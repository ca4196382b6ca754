import type { BlockList as Blocks } from '@cairn/api/explorer';
import { EmptyState, LinkButton } from '@cairn/ui';
import {
  BlockAnnouncement,
  BlockTable,
  ListPage,
  listPageParams,
  type ListParams,
  type ListTableProps,
  useBlocks,
} from '../lists/index.ts';
import { island } from '../../site/island.tsx';
import { EmptyChain } from '../../site/notices.tsx';
import { translationsFor, useTranslations } from './texts.ts';

function Table({ rows, ...rest }: ListTableProps<Blocks>) {
  const { t } = useTranslations();
  return <BlockTable caption={t('blocks.caption')} blocks={rows} {...rest} />;
}

/** Blocks, newest first. */
function BlockList({ params }: { params: ListParams }) {
  const { t, link } = useTranslations();
  const blocks = useBlocks(params);
  return (
    <>
      <ListPage
        answer={blocks}
        params={params}
        label={t('blocks.title')}
        path={link.blocks()}
        table={Table}
        heading={(total) => t('common.blocks', { count: total })}
        numbers={({ items, pagination }) => ({
          highest: items[0]!.height,
          lowest: items.at(-1)!.height,
          newest: pagination.total - 1,
          oldest: 0,
        })}
        csv={(rows, lowest, highest) => ({ kind: 'blocks', rows, name: `cairn-blocks-${lowest}-${highest}` })}
        waitingText={(count) => t('live.newBlocks', { count })}
        nothing={(total) => (total === 0 ? <EmptyChain /> : <NothingBelow />)}
      >
        <a class="c-small" href={link.page('/stale-blocks')}>
          {t('blocks.stale')}
        </a>
      </ListPage>
      {params.before === undefined && <BlockAnnouncement height={blocks.data?.items[0]?.height} />}
    </>
  );
}

function NothingBelow() {
  const { t, link } = useTranslations();
  return (
    <EmptyState
      title={t('blocks.nothingBelow')}
      action={<LinkButton href={link.blocks()}>{t('home.blocks')}</LinkButton>}
    >
      <p>{t('blocks.nothingBelowText')}</p>
    </EmptyState>
  );
}

export default island(BlockList, {
  params: listPageParams,
  title: (_, locale) => translationsFor(locale).t('blocks.title'),
});
