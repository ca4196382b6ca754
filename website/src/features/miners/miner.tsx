import type { Miner, MinerBlocks } from '@cairn/api/explorer';
import { identifyAddressNetwork, parsePebbles } from '@cairn/protocol';
import { Amount, Card, EmptyState, Identifier } from '@cairn/ui';
import { PageHead } from '../../site/page-head.tsx';
import { type Stat, StatTiles } from '../../site/stat-tiles.tsx';
import { useRequest } from '../../site/request.ts';
import { BlockTable } from '../lists/index.ts';
import { FailureNotice, NodeNotice, PastEnd } from '../../site/notices.tsx';
import { NumberedPager } from '../lists/index.ts';
import { island } from '../../site/island.tsx';
import type { Failure } from '../../site/failure.ts';
import { PAGE_SIZE } from '../../site/url.ts';
import { CsvButton } from '../lists/index.ts';
import { translationsFor, useTranslations, type Translations } from './texts.ts';
import { minerBlocksRequest, minerParams, minerRequest } from './params.ts';

const INVALID: Failure = { kind: 'invalid', what: 'address' };

export interface MinerProps {
  /** As in the URL. */
  address: string;
  /** Page of its blocks, counted from 1. */
  page: number;
}

/** Totals and blocks of one miner. */
function MinerPage({ address, page }: MinerProps) {
  const translations = useTranslations();
  const { t, link } = translations;
  const isAddress = identifyAddressNetwork(address) !== undefined;
  const miner = useRequest(isAddress ? minerRequest(address) : undefined);
  const blocks = useRequest(isAddress ? minerBlocksRequest(address, page) : undefined);
  const failure = isAddress ? (miner.failure ?? blocks.failure) : INVALID;
  return (
    <div class="c-stack">
      <PageHead title={t('miner.heading')}>
        {isAddress && <Identifier value={address} what={t('what.miner')} length="whole" />}
      </PageHead>
      <p class="c-row">
        {isAddress && <a href={link.address(address)}>{t('miner.address')}</a>}
        <a href={link.page('/miners')}>{t('miner.all')}</a>
      </p>
      <NodeNotice />
      <FailureNotice of={{ ...(miner.failure === undefined ? blocks : miner), failure }} />
      {(failure === undefined || miner.data !== undefined) && (
        <StatTiles label={t('miner.heading')} items={figuresOf(miner.data, translations)} />
      )}
      {(failure === undefined || blocks.data !== undefined) && (
        <Blocks address={address} page={page} list={blocks.data} />
      )}
    </div>
  );
}

function figuresOf(miner: Miner | undefined, { t, count, percent, link }: Translations): Stat[] {
  const heightLink = (height: number | null | undefined) =>
    height === null
      ? t('common.none')
      : height !== undefined && <a href={link.block(height)}>{count(height)}</a>;
  return [
    {
      label: t('miner.mined'),
      value: miner && count(miner.blocks),
      note:
        miner !== undefined &&
        miner.blocks > 0 &&
        t('miner.ofAll', { share: percent(miner.blocks / miner.indexed_height) }),
    },
    {
      label: t('miner.rewards'),
      value: miner && <Amount value={parsePebbles(miner.rewards)} />,
      note: t('miner.rewardsNote'),
      wide: true,
    },
    { label: t('miner.fees'), value: miner && <Amount value={parsePebbles(miner.fees)} />, wide: true },
    { label: t('miner.first'), value: heightLink(miner?.first_height) },
    { label: t('miner.last'), value: heightLink(miner?.last_height) },
  ];
}

interface BlocksProps {
  address: string;
  page: number;
  list: MinerBlocks | undefined;
}

function Blocks({ address, page, list }: BlocksProps) {
  const { t, link } = useTranslations();
  const title = t('miner.blocks');
  const path = link.miner(address);
  if (list === undefined) {
    return (
      <Card title={title} flush>
        <BlockTable oneMiner caption={title} blocks={undefined} />
      </Card>
    );
  }
  const { items, pagination } = list;
  if (items.length === 0) {
    return (
      <Card title={title} flush>
        {pagination.total === 0 ? (
          <EmptyState title={t('miner.empty')}>
            <p>{t('miner.emptyText')}</p>
          </EmptyState>
        ) : (
          <PastEnd path={path} text={t('common.blocks', { count: pagination.total })} />
        )}
      </Card>
    );
  }
  return (
    <Card
      title={title}
      flush
      actions={<CsvButton kind="blocks" rows={items} name={`cairn-miner-${address}-page-${page}`} />}
      footer={
        pagination.total > PAGE_SIZE ? (
          <NumberedPager
            label={title}
            path={path}
            page={page}
            count={items.length}
            total={pagination.total}
          />
        ) : undefined
      }
    >
      <BlockTable oneMiner caption={title} blocks={items} />
    </Card>
  );
}

export default island(MinerPage, {
  params: minerParams,
  title: ({ address }, locale) => {
    const { t, shortReference } = translationsFor(locale);
    return t('miner.title', { reference: shortReference(address) });
  },
});
