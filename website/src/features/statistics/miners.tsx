import type { MinerList, MinerShare } from '@cairn/api/explorer';
import { Card, Identifier } from '@cairn/ui';
import { useMemo } from 'preact/hooks';
import { heightLink, tableAmount } from '../../site/cells.tsx';
import { type Column, DataTable } from '../../site/data-table.tsx';
import { ShareBar } from '../../site/share-bar.tsx';
import { type Translations, useTranslations } from './texts.ts';

/** Miners that are shown at first. */
const FIRST = 10;

/** Who mined how many blocks of the range, the one with the most first. @param props.list `undefined` until it loads */
export function Miners({ list }: { list: MinerList | undefined }) {
  const translations = useTranslations();
  const { t } = translations;
  const columns = useMemo(() => columnsOf(translations), [translations]);
  const table = (rows: readonly MinerShare[] | undefined) => (
    <DataTable
      caption={t('miners.caption')}
      columns={columns}
      rows={rows}
      rowKey={({ address }) => address}
    />
  );
  const more = list?.items.slice(FIRST) ?? [];
  return (
    <section class="c-stack part" id="miners" aria-labelledby="miners-title">
      <div class="c-row c-row--between">
        <h2 id="miners-title">{t('page.miners')}</h2>
        {list !== undefined && (
          <p class="c-small c-muted">
            {t('miners.range', { blocks: t('common.blocks', { count: list.blocks }) })}
          </p>
        )}
      </div>
      <Card flush>
        {table(list?.items.slice(0, FIRST))}
        {more.length > 0 && (
          <details class="c-ruled">
            <summary class="c-more">{t('miners.more', { count: more.length })}</summary>
            {table(more)}
          </details>
        )}
      </Card>
      <p class="c-small c-muted">
        {list !== undefined && list.others.miners > 0 && (
          <>
            {t('miners.others', {
              count: list.others.miners,
              blocks: t('common.blocks', { count: list.others.blocks }),
            })}{' '}
          </>
        )}
        {t('miners.note')}
      </p>
    </section>
  );
}

function columnsOf({ t, count, link, percent }: Translations): Column<MinerShare>[] {
  return [
    {
      id: 'miner',
      header: t('block.miner'),
      narrow: 'lead',
      cell: ({ address }) => (
        <Identifier value={address} what={t('what.miner')} length="table" href={link.mined(address)} />
      ),
    },
    {
      id: 'blocks',
      header: t('page.blocks'),
      narrow: 'aside',
      unit: t('miners.blocksUnit'),
      align: 'end',
      cell: ({ blocks }) => count(blocks),
    },
    {
      id: 'share',
      header: t('miners.share'),
      narrow: 'beside',
      cell: ({ share }) => <ShareBar share={share}>{percent(share, 1)}</ShareBar>,
    },
    {
      id: 'rewards',
      header: t('miners.rewards'),
      align: 'end',
      cell: ({ rewards }) => tableAmount(rewards),
    },
    {
      id: 'fees',
      header: t('miners.fees'),
      align: 'end',
      wideOnly: true,
      cell: ({ fees }) => tableAmount(fees),
    },
    {
      id: 'last',
      header: t('miners.last'),
      align: 'end',
      cell: ({ last_height: height }) => heightLink(height, { count, link }),
    },
  ];
}
