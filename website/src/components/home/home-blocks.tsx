import type { BlockList } from '@cairn/api/explorer';
import { Card } from '@cairn/ui';
import { useEffect, useState } from 'preact/hooks';
import { LiveRows } from '../../live/live-rows.tsx';
import { useWords } from '../../messages/context.tsx';
import type * as Own from '../../own/next-block.tsx';
import { whenIdle } from '../../verify/when-idle.ts';
import { BlockTable } from '../block-table.tsx';
import { CairnStack } from '../cairn-stack.tsx';
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
      <Card
        title={caption}
        flush
        actions={<a href={link.blocks()}>{t('home.allBlocks')}</a>}
        footer={empty ? undefined : <NextBlock />}
      >
        {rows === undefined && (
          <BlockTable caption={caption} blocks={undefined} waitingRows={HOME_ROWS} compact />
        )}
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
            <CairnStack blocks={rows} fresh={NONE} />
          </Card>
        </div>
      )}
    </div>
  );
}

/** The offer to tell of the next block; its script comes last. */
function NextBlock() {
  const [own, setOwn] = useState<typeof Own>();
  useEffect(() => whenIdle(() => void import('../../own/next-block.tsx').then(setOwn)), []);
  return <div class="own needs-script">{own && <own.NextBlock />}</div>;
}
