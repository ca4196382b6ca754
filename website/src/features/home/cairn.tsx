import type { BlockSummary } from '@cairn/api/explorer';
import { MAX_BLOCK_SIZE, parsePebbles } from '@cairn/protocol';
import { Amount, KeyValueList, relativeTime, Timestamp } from '@cairn/ui';
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { addressLink } from '../../site/cells.tsx';
import { Later } from '../../site/later.tsx';
import { BlockAnnouncement } from '../lists/index.ts';
import { ChainSeal } from '../verify/index.ts';
import { type Lost, usePileOfBlocks } from './pile-of-blocks.ts';
import { PileOfStones } from './pile-of-stones.tsx';
import { type Translations, useTranslations } from './texts.ts';
import './cairn.css';

interface CairnProps {
  /** Newest first; `undefined` until they load. */
  blocks: readonly BlockSummary[] | undefined;
  /** The figures of the chain. */
  children: ComponentChildren;
}

/**
 * What Cairn is, its figures, the newest blocks as a cairn (a stack of stones), and beside it what this browser has checked, or what
 * the server says of the block that the reader points at.
 */
export function Cairn({ blocks, children }: CairnProps) {
  const translations = useTranslations();
  const { t } = translations;
  const pile = usePileOfBlocks(blocks);
  const [pointed, setPointed] = useState<string | undefined>(undefined);
  const { shown, lost } = pile;
  const newest = shown[0];
  const block = [...shown, ...(lost?.blocks ?? [])].find(({ id }) => id === pointed);
  return (
    <section
      class="cairn"
      aria-label={t('home.cairn')}
      aria-busy={blocks === undefined ? 'true' : undefined}
      data-proof="none"
      onPointerLeave={({ pointerType }) => pointerType === 'mouse' && setPointed(undefined)}
      onFocusOut={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget as Node | null)) setPointed(undefined);
      }}
    >
      <div class="cairn__intro">
        <h1>{t('home.title')}</h1>
        <p class="c-muted">{t('home.lead')}</p>
      </div>
      {children}
      <div class="cairn__seal">
        <ChainSeal />
      </div>
      <Later>
        <PileOfStones pile={pile} pointed={block?.id} onPoint={setPointed} />
      </Later>
      {block && <BlockFacts block={block} isLost={!shown.includes(block)} />}
      <Legend />
      {lost && <LostNotice lost={lost} tip={newest} />}
      <BlockAnnouncement height={newest?.height} news={lost && newsOf(lost, newest, translations)} />
    </section>
  );
}

/** What width and colour of a stone mean, and whose word they are. */
function Legend() {
  const { t } = useTranslations();
  return (
    <ul class="cairn__legend c-small c-muted">
      <li>
        <svg viewBox="0 0 44 14" aria-hidden="true">
          <ellipse cx="7" cy="8" rx="6" ry="5" />
          <ellipse cx="30" cy="8" rx="13" ry="5" />
        </svg>
        {t('home.wider')}
      </li>
      <li>
        <svg viewBox="0 0 44 14" aria-hidden="true">
          {[0, 1, 2, 3].map((tint) => (
            <circle key={tint} class={`stone--${tint}`} cx={6 + tint * 10.5} cy="8" r="5" />
          ))}
        </svg>
        {t('home.warmer')}
      </li>
      <li class="cairn__word">{t('home.word')}</li>
    </ul>
  );
}

/** Payments in blocks: all transactions but the miner's. */
const paymentsIn = (blocks: readonly BlockSummary[]) =>
  blocks.reduce((sum, { transaction_count: count }) => sum + count - 1, 0);

/** True for blocks in whose place others are: a devnet can also be rewound. */
const isReplaced = ({ blocks }: Lost, tip: BlockSummary | undefined) =>
  tip !== undefined && tip.height >= blocks[0]!.height;

/** What has left the chain, as long as its stones lie on the ground. */
function LostNotice({ lost, tip }: { lost: Lost; tip: BlockSummary | undefined }) {
  const { t, rich, link } = useTranslations();
  const count = lost.blocks.length;
  const payments = paymentsIn(lost.blocks);
  const age = <Timestamp seconds={lost.at} />;
  return (
    <div class="cairn__lost c-small">
      <p class="c-strong">{rich(isReplaced(lost, tip) ? 'home.replaced' : 'home.removed', { count, age })}</p>
      <p>
        {payments > 0 && `${t('home.returned', { count: payments })}\u00a0· `}
        <a href={link.page('/network#stale')}>{t('home.compare')}</a>
      </p>
    </div>
  );
}

/** The same for screen readers. */
function newsOf(lost: Lost, tip: BlockSummary | undefined, { t, locale }: Translations) {
  const { blocks, at } = lost;
  const what = { count: blocks.length, age: relativeTime(at, at, locale) };
  const payments = paymentsIn(blocks);
  const text = t(isReplaced(lost, tip) ? 'home.replaced' : 'home.removed', what);
  return { at, text: payments > 0 ? `${text}. ${t('home.returned', { count: payments })}` : text };
}

function BlockFacts({ block, isLost }: { block: BlockSummary; isLost: boolean }) {
  const { t, count, bytes, link } = useTranslations();
  return (
    <div class="cairn__facts">
      <p class="c-small c-muted">{t(isLost ? 'home.lostBlock' : 'column.block')}</p>
      <p class="cairn__title">
        <a href={link.block(isLost ? block.id : block.height)}>{count(block.height)}</a>
      </p>
      <KeyValueList
        atEnd
        items={[
          { label: t('home.age'), value: <Timestamp seconds={block.timestamp} /> },
          { label: t('column.transactions'), value: count(block.transaction_count) },
          {
            label: t('common.size'),
            value: t('home.sizeOf', {
              size: bytes(block.size_bytes),
              most: `${MAX_BLOCK_SIZE / 2 ** 20} MiB`,
            }),
          },
          { label: t('home.fees'), value: <Amount value={parsePebbles(block.total_fees)} /> },
          { label: t('block.miner'), value: addressLink(block.miner, t('block.miner'), { link }) },
        ]}
      />
    </div>
  );
}
