import type { BlockList } from '@cairn/api/explorer';
import { Card } from '@cairn/ui';
import { LiveRows } from '../../live/live-rows.tsx';
import { useWords } from '../../messages/context.tsx';
import { BlockTable, BlockTableSkeleton } from '../block-table.tsx';
import { CairnStack, CairnStackSkeleton } from '../cairn-stack.tsx';
import { EmptyChain } from '../empty-chain.tsx';
import { HOME_ROWS } from './home-rows.ts';

const NONE: ReadonlySet<string> = new Set();

/** The newest blocks as a table, and as a cairn where there is room for it. */
export function HomeBlocks({ blocks }: { blocks: BlockList | undefined }) {
  const { t, link } = useWords();
  const caption = t('home.blocks');
  const rows = blocks?.items.slice(0, HOME_ROWS);
  const empty = blocks?.pagination.total === 0;
  return (
    <div class="home">
      <Card title={caption} flush actions={<a href={link.blocks()}>{t('home.allBlocks')}</a>}>
        {rows === undefined && <BlockTableSkeleton caption={caption} rows={HOME_ROWS} compact />}
        {rows !== undefined && !empty && (
          <LiveRows rows={rows} waitingText={(count) => t('live.newBlocks', { count })}>
            {(shown, fresh) => <BlockTable caption={caption} blocks={shown} fresh={fresh} compact />}
          </LiveRows>
        )}
        {empty && <EmptyChain />}
      </Card>
      {!empty && (
        <div class="home__stack">
          <Card title={t('home.cairn')}>
            {rows === undefined ? <CairnStackSkeleton /> : <CairnStack blocks={rows} fresh={NONE} />}
          </Card>
        </div>
      )}
    </div>
  );
}
