import type { BlockDetail, BlockSummary, BlockTransactions as List, StaleBlock } from '@cairn/api/explorer';
import { Card, Icon, Identifier, KeyValueList, LinkButton, Notice, Timestamp } from '@cairn/ui';
import { Page } from '../../site/page-head.tsx';
import { useMemo } from 'preact/hooks';
import { type BlockId, MAX_U32, parseBlockId, parsePebbles } from '@cairn/protocol';
import {
  type Answer,
  byTip,
  readable,
  request,
  staleRequest,
  startingAt,
  useRequest,
} from '../../site/request.ts';
import { FailureNotice } from '../../site/notices.tsx';
import { WaitingReceipt } from '../../site/receipt-card.tsx';
import { definePage } from '../../site/island.tsx';
import { Later } from '../../site/later.tsx';
import { useKeys } from '../../site/keys.ts';
import { type Failure, InvalidReference } from '../../site/failure.ts';
import { lastSegment, PAGE_SIZE, readPage } from '../../site/url.ts';
import { useChain } from '../../site/use-chain.ts';
import { texts, type Translations, useTranslations } from './texts.ts';
import { PersonalToolbar } from '../labels/index.ts';
import { NumberedList, TransactionTable } from '../lists/index.ts';
import { type BlockSubject, Region, regionOf, Seal, useProof } from '../verify/index.ts';
import { BlockCard, BlockRaw, HeaderFacts } from './block-facts.tsx';

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

const FIELDS = {
  id: 'string',
  height: 'number',
  prev_block_hash: 'string',
  miner: 'string',
  timestamp: 'number',
  bits: 'string',
  nonce: 'number',
  version: 'number',
  transaction_count: 'number',
  size_bytes: 'number',
  total_fees: 'string',
  reward: 'string',
  confirmations: 'number',
} as const;

/**
 * One block; asked again by its ID at each tip, because it may have left the chain.
 * @param reference a height or a block ID
 */
export const blockRequest = (reference: string) =>
  request(
    `block ${reference}`,
    async (api, options, before?: BlockDetail) => {
      if (locatorOf(reference) === undefined) throw new InvalidReference('block reference');
      const found = await api.getBlock({ height_or_hash: before?.block.id ?? reference }, options);
      readable(found.block, FIELDS);
      return found;
    },
    byTip,
  );

/** A page of a block's transactions. @param page counted from 1 */
const blockTransactionsRequest = (reference: string, page: number) =>
  request(`transactions of ${reference} ${page}`, async (api, options) => {
    const offset = (page - 1) * PAGE_SIZE;
    const query = { height_or_hash: reference, limit: PAGE_SIZE, offset };
    return startingAt(await api.listBlockTransactions(query, options), offset);
  });

export interface BlockProps {
  /** A height or a block ID, as in the URL. */
  reference: string;
  /** Page of its transactions, counted from 1. */
  page: number;
  block: Answer<BlockDetail>;
}

/** One block: facts, verdict and transactions. What is proven of them stands in place of what the server said. */
function Block({ reference, page, block }: BlockProps) {
  const translations = useTranslations();
  const { t, count } = translations;
  const view = useChain();
  const locator = locatorOf(reference);
  // While the block is shown, other parts of the page say that the API fails.
  const failure = block.data === undefined ? block.failure : undefined;
  const isMalformed = failure?.kind === 'unreadable';
  const listed = useRequest(block.data && blockTransactionsRequest(reference, page));
  const proof = useProof(useSubject(block.data, locator, page, listed, isMalformed));
  const isLeft = block.isGone && block.data !== undefined;
  // Another block may have come to its height: the page stays with the one that it has shown.
  const proven = isLeft ? undefined : proof.value;
  const summary = proven?.block ?? block.data?.block;
  const transactions =
    proven?.transactions === undefined
      ? listed
      : { ...listed, data: proven.transactions, failure: undefined };
  const tip = view.status?.height;
  const id = summary?.id;
  const isMissing = failure?.kind === 'not_found' && typeof locator === 'string';
  const { data: lost } = useRequest(isMissing ? staleRequest : undefined);
  const stale = isMissing ? lost?.items.find((one) => one.id === locator) : undefined;
  const asked = typeof locator === 'number' ? locator : undefined;
  const height = summary?.height ?? asked ?? stale?.height;
  const isPlaced = proof.chain?.depth !== undefined;
  const header = isLeft ? 'none' : regionOf(proof, isPlaced);
  const contents = isLeft ? 'none' : regionOf(proof, isPlaced && proven?.transactions !== undefined);
  return (
    <Page
      title={
        height === undefined ? (
          t('column.block')
        ) : (
          <Region proof={header} isInline>
            {t('block.named', { height: count(height) })}
          </Region>
        )
      }
      lead={
        <Region proof={header} isInline>
          <Lead id={id} stale={stale} waits={failure === undefined} />
        </Region>
      }
      actions={failure === undefined && <Neighbours block={summary} tip={tip} />}
    >
      {stale === undefined ? (
        <FailureNotice
          of={{ ...block, failure: proven === undefined ? failure : undefined }}
          detail={failure && missingDetail(failure, asked, tip, translations)}
        />
      ) : (
        <>
          <LeftChainNotice height={stale.height} tip={tip} />
          <Region proof="none">
            <StaleFacts block={stale} />
          </Region>
        </>
      )}
      {isLeft && summary !== undefined && <LeftChainNotice height={summary.height} tip={tip} />}
      {(summary !== undefined || failure === undefined || isMalformed) && (
        <div class="c-beside">
          {summary !== undefined ? (
            <Region proof={contents}>
              <BlockCard
                block={isLeft ? { ...summary, confirmations: 0 } : summary}
                moved={proven?.moved === undefined ? sumOf(transactions.data, summary) : BigInt(proven.moved)}
              />
            </Region>
          ) : (
            failure === undefined && <WaitingReceipt />
          )}
          {!isLeft && (
            <div class="c-beside__whole needs-script">
              <Seal proof={proof} />
            </div>
          )}
          {(isLeft ? listed.data?.block.id === id : summary !== undefined || failure === undefined) && (
            <Region proof={contents} class="c-beside__whole">
              <BlockTransactions
                reference={reference}
                page={page}
                transactions={transactions}
                count={summary?.transaction_count}
              />
            </Region>
          )}
          {(summary !== undefined || failure === undefined) && (
            <Later>
              <Region proof={header} class="c-stack">
                <HeaderFacts block={summary} />
                {summary !== undefined && <BlockRaw block={summary} />}
              </Region>
            </Later>
          )}
        </div>
      )}
    </Page>
  );
}

/** Pebbles that a block's payments move; `undefined` unless the list is this block's, and has all of them. */
function sumOf(list: List | undefined, { id }: BlockSummary): bigint | undefined {
  if (list?.block.id !== id || list.items.length < list.pagination.total) return undefined;
  return list.items.slice(1).reduce((sum, { value }) => sum + parsePebbles(value), 0n);
}

interface BlockTransactionsProps {
  reference: string;
  page: number;
  transactions: Answer<List>;
  /** Number of transactions in the block; `undefined` until it loads. */
  count: number | undefined;
}

/** One page of a block's transactions, in block order. */
export function BlockTransactions({ reference, page, transactions, count }: BlockTransactionsProps) {
  const { t, link } = useTranslations();
  const { data, failure } = transactions;
  if (data === undefined && failure !== undefined) return <FailureNotice of={transactions} />;
  const total = data?.pagination.total ?? count;
  const waitingRows =
    count === undefined ? 4 : Math.min(PAGE_SIZE, Math.max(1, count - (page - 1) * PAGE_SIZE));
  return (
    <NumberedList
      label={t('column.transactions')}
      path={link.block(reference)}
      page={page}
      list={data}
      actions={total !== undefined && t('common.transactions', { count: total })}
      pastEnd={t('block.pastEnd', { count: total ?? 0 })}
    >
      {(rows) => (
        <TransactionTable
          caption={t('block.transactionsCaption')}
          transactions={rows}
          waitingRows={waitingRows}
          view="block"
        />
      )}
    </NumberedList>
  );
}

/** The block's ID with its tools, below the heading. @param props.waits true if the block is not known yet, and has not failed */
function Lead(props: { id: BlockId | undefined; stale: StaleBlock | undefined; waits: boolean }) {
  const { id, stale, waits } = props;
  const { t } = useTranslations();
  const shown = stale?.id ?? id;
  if (shown === undefined) return waits ? <>{'\u00a0'}</> : null;
  return (
    <>
      <Identifier value={shown} what={t('what.blockId')} />
      {stale === undefined && <PersonalToolbar type="block" reference={shown} />}
    </>
  );
}

/** What to prove, once both the block and its list have loaded: also where the server's answer to the page is malformed. */
function useSubject(
  detail: BlockDetail | undefined,
  reference: number | BlockId | undefined,
  page: number,
  { data, failure }: Answer<List>,
  isMalformed: boolean,
): BlockSubject | undefined {
  return useMemo(() => {
    if (reference === undefined) return undefined;
    const asked = { kind: 'block', reference, offset: (page - 1) * PAGE_SIZE, limit: PAGE_SIZE } as const;
    if (detail === undefined) return isMalformed ? asked : undefined;
    if (data === undefined && failure === undefined) return undefined;
    return { ...asked, painted: { value: { block: detail.block, transactions: data } } };
  }, [detail, reference, page, data, failure, isMalformed]);
}

/** What the node keeps of a block that is not in its chain. */
function StaleFacts({ block }: { block: StaleBlock }) {
  const { t, count, link } = useTranslations();
  return (
    <Card title={t('block.summary')} flush>
      <KeyValueList
        items={[
          { label: t('block.time'), value: <Timestamp seconds={block.timestamp} show="both" /> },
          { label: t('column.transactions'), value: count(block.transaction_count) },
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
    <Region proof="none">
      <Notice tone="warn" title={t('block.left')} live>
        <p>{t('block.leftText')}</p>
        {tip !== undefined && tip >= height && (
          <p>
            <a href={link.block(height)}>{t('block.leftInstead', { height: count(height) })}</a>
          </p>
        )}
      </Notice>
    </Region>
  );
}

/** Links to the blocks below and above. */
function Neighbours({ block, tip }: { block: BlockSummary | undefined; tip: number | undefined }) {
  const { t, link } = useTranslations();
  const { height, confirmations } = block ?? { height: 0, confirmations: 0 };
  const hasNext = block !== undefined && (confirmations > 1 || (tip !== undefined && tip > height));
  const previous = height > 0 ? link.block(height - 1) : undefined;
  const next = hasNext ? link.block(height + 1) : undefined;
  useKeys({
    ArrowLeft: () => previous !== undefined && location.assign(previous),
    ArrowRight: () => next !== undefined && location.assign(next),
  });
  return (
    <nav class="c-row" aria-label={t('block.neighbours')}>
      <LinkButton size="sm" rel="prev" href={previous}>
        <Icon name="chevron-left" />
        <span>{t('common.previous')}</span>
      </LinkButton>
      <LinkButton size="sm" rel="next" href={next}>
        <span>{t('common.next')}</span>
        <Icon name="chevron-right" />
      </LinkButton>
    </nav>
  );
}

/** Why the chain has no block of a height: it is above the tip, or there is no block at all. */
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

export default definePage({
  texts,
  params: blockParams,
  requests: ({ reference }) => ({ block: blockRequest(reference) }),
  preloads: ({ reference, page }) =>
    locatorOf(reference) === undefined ? [] : [blockTransactionsRequest(reference, page)],
  head: ({ t, shortReference }, { reference: text }) => {
    const reference = shortReference(text);
    return {
      title: t('block.named', { height: reference }),
      description: t('block.description', { reference }),
      linkPreview: `/link-preview/blocks/${text}`,
    };
  },
  view: Block,
});
