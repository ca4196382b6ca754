import type { BlockSummary } from '@cairn/api/explorer';
import { MAX_BLOCK_SIZE, parsePebbles, type TransactionId } from '@cairn/protocol';
import { Amount, Identifier, Timestamp, useNow } from '@cairn/ui';
import { useState } from 'preact/hooks';
import { roundedUp } from '../../site/figures.ts';
import type { Fees } from '../../site/request.ts';
import { type BlockStone, SCENE, stackStones, type Stone } from './stones.ts';
import { useTranslations } from './texts.ts';
import { useFollowed } from './use-followed.ts';
import { stoneId, useSettling } from './use-settling.ts';
import './cairn.css';

export interface CairnProps {
  /** Newest first; `undefined` until they load. */
  blocks: readonly BlockSummary[] | undefined;
  fees: Fees | undefined;
}

/**
 * The newest ten blocks as a cairn (a stack of stones), the newest on top: a fuller block is a larger stone, and higher fees give it
 * a warmer colour. The next one grows on top until it drops. Beside it, what is known of the block that the reader points at.
 */
export function Cairn({ blocks, fees }: CairnProps) {
  const { t } = useTranslations();
  const { stones, next } = stackStones(blocks ?? []);
  const toppling = useSettling(stones);
  const followed = useFollowed(blocks);
  const [pointed, setPointed] = useState<string | undefined>(undefined);
  const shown = stones.find(({ block }) => block.id === pointed) ?? stones[0];
  return (
    <section
      class="cairn"
      aria-label={t('home.cairnName')}
      aria-busy={blocks === undefined ? 'true' : undefined}
    >
      <NextBlock blocks={blocks} fees={fees} />
      <svg
        class="cairn__stones"
        viewBox={`0 0 ${SCENE.width} ${SCENE.height}`}
        role="group"
        aria-label={t('home.cairnLegend')}
        onPointerLeave={() => setPointed(undefined)}
      >
        <linearGradient id="stone-light" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stop-color="#fff" stop-opacity="0.35" />
          <stop offset="1" stop-color="#000" stop-opacity="0.22" />
        </linearGradient>
        <ellipse class="cairn__shadow" cx={SCENE.width / 2} cy={SCENE.height - 13} rx="142" ry="10" />
        {stones.map((stone) => (
          <StoneLink
            key={stone.block.id}
            stone={stone}
            isShown={stone === shown}
            isOwn={followed.heights.has(stone.block.height)}
            onPoint={() => setPointed(stone.block.id)}
          />
        ))}
        {toppling.map((stone, index) => (
          <g key={stone.block.id} transform={placeOf(stone)} aria-hidden="true">
            <path
              class={`stone__fallen stone__fallen--${index % 2 === 0 ? 'right' : 'left'}`}
              d={stone.outline}
            />
          </g>
        ))}
        {stones.length > 0 && <NextStone stone={next} blocks={blocks!} />}
        {followed.waiting.map((id, index) => (
          <Pebble key={id} id={id} index={index} next={next} />
        ))}
      </svg>
      {shown === undefined ? <div class="cairn__facts" /> : <StoneFacts block={shown.block} />}
    </section>
  );
}

interface StoneLinkProps {
  stone: BlockStone;
  isShown: boolean;
  /** It holds a transaction that the reader follows. */
  isOwn: boolean;
  onPoint: () => void;
}

/** On a touch screen the first tap only shows the block, and the second follows the link. */
function StoneLink({ stone, isShown, isOwn, onPoint }: StoneLinkProps) {
  const { t, count, link } = useTranslations();
  const { block, tint, outline } = stone;
  return (
    <g transform={placeOf(stone)}>
      <g id={stoneId(stone)}>
        <a
          class={`stone stone--${tint}${isShown ? ' stone--shown' : ''}`}
          href={link.block(block.height)}
          aria-label={t(isOwn ? 'home.ownStone' : 'home.stone', { height: count(block.height) })}
          onPointerEnter={({ pointerType }) => pointerType === 'mouse' && onPoint()}
          onFocus={onPoint}
          onClick={(event) => {
            if (isShown || matchMedia('(hover: hover)').matches) return;
            event.preventDefault();
            onPoint();
          }}
        >
          <path class="stone__shape" d={outline} />
          <path class="stone__relief" d={outline} />
          <text class="stone__label" text-anchor="middle" dominant-baseline="central">
            {count(block.height)}
          </text>
          {isOwn && <circle class="stone__pebble" cx={stone.width / 2 - 16} r="4.5" />}
        </a>
      </g>
    </g>
  );
}

/** A followed transaction that waits for the next block. */
function Pebble({ id, index, next }: { id: TransactionId; index: number; next: Stone }) {
  const { t, link } = useTranslations();
  const side = index % 2 === 0 ? 1 : -1;
  const x = next.centre + side * (next.width / 2 + 16 + 18 * Math.floor(index / 2));
  return (
    <a class="pebble" href={link.transaction(id)} aria-label={t('home.pebble')}>
      <title>{t('home.pebble')}</title>
      <circle class="pebble__shape" cx={x} cy={next.middle - 4} r="7" />
    </a>
  );
}

/** The next block grows with the time since the newest, to its full size at the usual interval. */
function NextStone({ stone, blocks }: { stone: Stone; blocks: readonly BlockSummary[] }) {
  const now = useNow();
  const growth = Math.min(1, Math.max(0, (now - blocks[0]!.timestamp) / usualInterval(blocks)));
  const scale = (0.25 + 0.75 * growth).toFixed(2);
  return (
    <g transform={`translate(${stone.centre} ${stone.middle + stone.height / 2})`} aria-hidden="true">
      <path
        class="stone__next"
        transform={`scale(${scale}) translate(0 ${-stone.height / 2})`}
        d={stone.outline}
      />
    </g>
  );
}

/** Seconds between the shown blocks; a minute where there is only one. */
function usualInterval(blocks: readonly BlockSummary[]): number {
  const oldest = blocks[Math.min(blocks.length, 11) - 1]!;
  const passed = blocks[0]!.timestamp - oldest.timestamp;
  const between = blocks[0]!.height - oldest.height;
  // The genesis block may be years older than the next one.
  return between > 0 && oldest.height > 0 ? Math.max(1, passed / between) : 60;
}

/** The newest height, when the next block is due, and the fee with which a transfer comes into it. */
function NextBlock({ blocks, fees }: CairnProps) {
  const { t, count, link } = useTranslations();
  const newest = blocks?.[0];
  return (
    <div class="cairn__headline">
      <p class="c-small c-muted">{t('home.newest')}</p>
      <p class="cairn__title">
        {newest === undefined ? ' ' : <a href={link.block(newest.height)}>{count(newest.height)}</a>}
      </p>
      <p class="c-muted">{newest === undefined ? ' ' : <Timestamp seconds={newest.timestamp} />}</p>
      {fees && (
        <dl class="cairn__fees">
          <dt>{t('home.nextBlock')}</dt>
          <dd>
            ≈ <Amount value={roundedUp(fees.next_block)} />
          </dd>
          <dt>{t('home.fewBlocks')}</dt>
          <dd>
            ≈ <Amount value={roundedUp(fees.few_blocks)} />
          </dd>
        </dl>
      )}
    </div>
  );
}

function StoneFacts({ block }: { block: BlockSummary }) {
  const { t, count, bytes, link } = useTranslations();
  return (
    <div class="cairn__facts">
      <p class="c-small c-muted">{t('home.block')}</p>
      <p class="cairn__title">
        <a href={link.block(block.height)}>{count(block.height)}</a>
      </p>
      <dl>
        <dt>{t('home.age')}</dt>
        <dd>
          <Timestamp seconds={block.timestamp} />
        </dd>
        <dt>{t('home.count')}</dt>
        <dd>{count(block.transaction_count)}</dd>
        <dt>{t('home.size')}</dt>
        <dd>
          {t('home.sizeOf', { size: bytes(block.size_bytes), most: `${MAX_BLOCK_SIZE / 2 ** 20} MiB` })}
        </dd>
        <dt>{t('home.fees')}</dt>
        <dd>
          <Amount value={parsePebbles(block.total_fees)} />
        </dd>
        <dt>{t('home.miner')}</dt>
        <dd>
          <Identifier
            value={block.miner}
            what={t('home.miner')}
            length="short"
            href={link.address(block.miner)}
            copy={false}
          />
        </dd>
      </dl>
    </div>
  );
}

function placeOf({ centre, middle }: Stone): string {
  return `translate(${centre} ${middle})`;
}
