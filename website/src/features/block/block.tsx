import type { BlockDetail, BlockSummary, StaleBlock } from '@cairn/api/explorer';
import { Card, Icon, Identifier, KeyValueList, LinkButton, Notice, Timestamp } from '@cairn/ui';
import { PageHead } from '../../site/page-head.tsx';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { type BlockId, MAX_U32, parseBlockId } from '@cairn/protocol';
import { request, useRequest } from '../../site/request.ts';
import { explorer } from '../../site/api.ts';
import { FailureNotice, NodeNotice, LoadingCard } from '../../site/notices.tsx';
import { island } from '../../site/island.tsx';
import type { Failure } from '../../site/failure.ts';
import { lastSegment, readPage, STALE_BLOCKS } from '../../site/url.ts';
import { useChain, useLeftChain } from '../../site/use-chain.ts';
import { translationsFor, useTranslations, type Translations } from './texts.ts';
import { PersonalToolbar } from '../labels/index.ts';
import { blockClaims, type PageSubject, Verification } from '../verify/index.ts';
import { BlockFacts, BlockRaw } from './block-facts.tsx';
import { BlockTransactions, type ListedTransactions } from './block-transactions.tsx';

/** The parameters in the URL of a block's page. */
export const blockParams = (url: URL) => ({
  reference: lastSegment(url),
  page: readPage(url.searchParams.get('page')),
});

/** The height or the block ID that a reference names, as the API reads it; `undefined` for neither. */
function locatorOf(reference: string): number | BlockId | undefined {
  if (/^[0-9a-fA-F]{64}$/.test(reference)) return parseBlockId(reference);
  return /^[0-9]+$/.test(reference) && Number(reference) <= MAX_U32 ? Number(reference) : undefined;
}

const INVALID: Failure = { kind: 'invalid', what: 'block reference' };

/** One block. @param reference a height or a block ID */
export const blockRequest = (reference: string) =>
  request(`block ${reference}`, (api, options) => api.getBlock({ height_or_hash: reference }, options));

/** The blocks that are not in the chain, to find one of them. */
const staleRequest = (id: BlockId) =>
  request(`stale block ${id}`, (api, options) => api.listStaleBlocks({ limit: STALE_BLOCKS }, options));

export interface BlockProps {
  /** A height or a block ID, as in the URL. */
  reference: string;
  /** Page of its transactions, counted from 1. */
  page: number;
}

/** One block: facts, verification and transactions. */
function Block({ reference, page }: BlockProps) {
  const translations = useTranslations();
  const view = useChain();
  const locator = locatorOf(reference);
  const block = useRequest(locator === undefined ? undefined : blockRequest(reference));
  const failure = locator === undefined ? INVALID : block.failure;
  const summary = block.data?.block;
  const asked = typeof locator === 'number' ? locator : undefined;
  const tip = view.status?.height;
  const id = summary?.id;
  const isLeft = useLeftChain(summary?.height, (signal) =>
    explorer.getBlock({ height_or_hash: id! }, { signal }),
  );
  const stale = useStale(failure?.kind === 'not_found' && typeof locator === 'string' ? locator : undefined);
  const [listed, setListed] = useState<ListedTransactions>(undefined);
  const subject = useSubject(block.data, reference, listed);
  const claims =
    summary === undefined
      ? []
      : blockClaims(
          summary.transaction_count,
          { confirmations: summary.confirmations, height: summary.height, view, isLeft },
          translations.locale,
        );
  return (
    <div class="c-stack">
      <Heading
        block={summary}
        stale={stale}
        height={asked ?? stale?.height}
        tip={tip}
        failed={failure !== undefined}
      />
      <NodeNotice />
      {stale !== undefined && (
        <>
          <LeftChainNotice height={stale.height} tip={tip} />
          <StaleFacts block={stale} />
        </>
      )}
      {stale === undefined && (
        <FailureNotice
          of={{ ...block, failure }}
          detail={failure && missingDetail(failure, asked, tip, translations)}
        />
      )}
      {isLeft && summary !== undefined && <LeftChainNotice height={summary.height} tip={tip} />}
      {(failure === undefined || summary !== undefined) && (
        <Verification subject={subject} claims={claims} isLeft={isLeft} />
      )}
      {failure === undefined && summary === undefined && <LoadingCard />}
      {summary !== undefined && (
        <>
          <BlockFacts block={isLeft ? { ...summary, confirmations: 0 } : summary} tip={tip} />
          <BlockTransactions
            reference={reference}
            page={page}
            count={summary.transaction_count}
            onListed={setListed}
          />
          <BlockRaw block={summary} />
        </>
      )}
    </div>
  );
}

/** The subject of the verification, once both the block and its list have loaded. */
function useSubject(
  detail: BlockDetail | undefined,
  reference: string,
  listed: ListedTransactions,
): PageSubject | undefined {
  return useMemo(() => {
    const asked = locatorOf(reference);
    if (detail === undefined || listed === undefined || asked === undefined) return undefined;
    const rows = listed === 'unavailable' ? undefined : listed;
    return { kind: 'block', shown: detail.block, network: detail.network, asked, rows };
  }, [detail, reference, listed]);
}

/**
 * The stale block with this ID, if the node knows it.
 * @param id `undefined` unless the chain has no such block
 */
function useStale(id: BlockId | undefined): StaleBlock | undefined {
  const { data } = useRequest(id === undefined ? undefined : staleRequest(id));
  return id === undefined ? undefined : data?.items.find((one) => one.id === id);
}

/** What the node keeps of a block that is not in its chain. */
function StaleFacts({ block }: { block: StaleBlock }) {
  const { t, count, link } = useTranslations();
  return (
    <Card title={t('block.summary')} flush>
      <KeyValueList
        items={[
          { label: t('block.time'), value: <Timestamp seconds={block.timestamp} show="both" /> },
          { label: t('block.transactions'), value: count(block.transaction_count) },
          {
            label: t('block.miner'),
            value: <Identifier value={block.miner} what={t('what.miner')} href={link.address(block.miner)} />,
          },
        ]}
      />
    </Card>
  );
}

/** Notice that the block is no longer in the chain, with a link to the one that replaced it. */
function LeftChainNotice({ height, tip }: { height: number; tip: number | undefined }) {
  const { t, count, link } = useTranslations();
  return (
    <Notice tone="warn" title={t('block.left')} live>
      <p>{t('block.leftText')}</p>
      {tip !== undefined && tip >= height && (
        <p>
          <a href={link.block(height)}>{t('block.leftInstead', { height: count(height) })}</a>
        </p>
      )}
    </Notice>
  );
}

function Heading(props: {
  block: BlockSummary | undefined;
  stale: StaleBlock | undefined;
  height: number | undefined;
  tip: number | undefined;
  failed: boolean;
}) {
  const { block, tip } = props;
  const translations = useTranslations();
  const { t, count } = translations;
  const height = block?.height ?? props.height;
  const [previous, next] = [previousLink(block, translations), nextLink(block, tip, translations)];
  useArrowKeys(previous, next);
  const neighbours = (
    <nav class="c-row" aria-label={t('block.neighbours')}>
      <LinkButton size="sm" rel="prev" href={previous}>
        <Icon name="chevron-left" />
        {t('common.previous')}
      </LinkButton>
      <LinkButton size="sm" rel="next" href={next}>
        {t('common.next')}
        <Icon name="chevron-right" />
      </LinkButton>
    </nav>
  );
  return (
    <PageHead
      title={height === undefined ? t('block.kind') : t('block.heading', { height: count(height) })}
      actions={props.failed ? undefined : neighbours}
    >
      {props.stale !== undefined ? (
        <Identifier value={props.stale.id} what={t('what.blockId')} />
      ) : props.failed ? undefined : block === undefined ? (
        '\u00a0'
      ) : (
        <>
          <Identifier value={block.id} what={t('what.blockId')} />
          <PersonalToolbar type="block" reference={block.id} />
        </>
      )}
    </PageHead>
  );
}

/**
 * The left and right arrow keys open the previous and the next block, unless an element on the page handles the key.
 */
function useArrowKeys(previous: string | undefined, next: string | undefined): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const to = { ArrowLeft: previous, ArrowRight: next }[event.key];
      const isTaken =
        event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.defaultPrevented;
      const focus = document.activeElement;
      if (to === undefined || isTaken || focus?.matches('input, textarea, select, [role=slider]')) return;
      location.assign(to);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [previous, next]);
}

function previousLink(block: BlockSummary | undefined, { link }: Translations): string | undefined {
  return block === undefined || block.height === 0 ? undefined : link.block(block.height - 1);
}

function nextLink(
  block: BlockSummary | undefined,
  tip: number | undefined,
  { link }: Translations,
): string | undefined {
  if (block === undefined) return undefined;
  const exists = block.confirmations > 1 || (tip !== undefined && tip > block.height);
  return exists ? link.block(block.height + 1) : undefined;
}

function missingDetail(
  failure: Failure,
  height: number | undefined,
  tip: number | undefined,
  { t, count }: Translations,
): string | undefined {
  if (failure.kind !== 'not_found' || tip === undefined) return undefined;
  if (tip < 0) return t('block.notStarted');
  if (height === undefined || height <= tip) return undefined;
  return t('block.future', { tip: count(tip), height: count(height) });
}

export default island(Block, {
  params: blockParams,
  title: ({ reference }, locale) => {
    const { t, shortReference } = translationsFor(locale);
    return t('block.title', { reference: shortReference(reference) });
  },
});
