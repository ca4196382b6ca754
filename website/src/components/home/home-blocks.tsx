import type { BlockList } from '@cairn/api/explorer';
import { Card } from '@cairn/ui';
import { LiveRows } from '../../live/live-rows.tsx';
import { useTranslations } from '../../messages/translations.ts';
import { useLoadedWhenIdle } from '../../hooks/when-idle.ts';
import { BlockTable } from '../block-table.tsx';
import { CairnStack } from './cairn-stack.tsx';
import { EmptyChain } from '../placeholders.tsx';
import { HOME_ROWS } from '../../lib/pages.ts';

/** The newest blocks as a table and, on a wide screen, as a cairn. */
export function HomeBlocks({ blocks }: { blocks: BlockList | undefined }) {
  const { t, link } = useTranslations();
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
            <CairnStack blocks={rows} />
          </Card>
        </div>
      )}
    </div>
  );
}

/** Button for a notification of the next block; its script is loaded once the browser is idle. */
function NextBlock() {
  const alerts = useLoadedWhenIdle(() => import('../../personal/alert-panel.tsx'));
  return <div class="personal needs-script">{alerts && <alerts.NextBlockAlert />}</div>;
}
