import type { BlockSummary } from '@cairn/api/explorer';
import { useNow } from '@cairn/ui';
import { useRef } from 'preact/hooks';
import { intervalOf } from '../../site/figures.ts';
import type { PileOfBlocks } from './pile-of-blocks.ts';
import { type BlockStone, GROUND, layOut, OUTLINES, SCENE, type Stone } from './stones.ts';
import { useTranslations } from './texts.ts';
import { useFollowed, type Waiting } from './use-followed.ts';
import { stoneId, useMotion } from './use-motion.ts';

interface PileOfStonesProps {
  pile: PileOfBlocks;
  /** ID of the block that is shown beside the scene. */
  pointed: string | undefined;
  onPoint: (id: string | undefined) => void;
}

/**
 * The newest ten blocks as a cairn, the newest on top: a fuller block is a larger stone, and higher fees give it a warmer colour. The
 * next one grows on top until it drops. Stones of blocks that were lost lie on the ground.
 */
export function PileOfStones({ pile, pointed, onPoint }: PileOfStonesProps) {
  const { t } = useTranslations();
  const stones = layOut(pile);
  useMotion(stones);
  const followed = useFollowed(pile.shown);
  const linkTo = (stone: BlockStone, isLost: boolean) => (
    <StoneLink
      key={stone.block.id}
      stone={stone}
      isLost={isLost}
      isOwn={!isLost && followed.heights.has(stone.block.height)}
      isShown={stone.block.id === pointed}
      onPoint={() => onPoint(stone.block.id)}
    />
  );
  return (
    <svg
      class="cairn__stones"
      viewBox={`0 0 ${SCENE.width} ${SCENE.height}`}
      role="group"
      aria-label={t('home.stones')}
      onClick={({ target, currentTarget }) => target === currentTarget && onPoint(undefined)}
    >
      <linearGradient id="stone-light" x1="0" y1="0" x2="0" y2="1">
        <stop offset="0" stop-color="#fff" stop-opacity="0.35" />
        <stop offset="1" stop-color="#000" stop-opacity="0.22" />
      </linearGradient>
      <clipPath id="above-ground">
        <path d={`M0 0H400V${GROUND - 10}Q200 ${GROUND + 6} 0 ${GROUND - 10}Z`} />
      </clipPath>
      <ellipse class="cairn__shadow" cx={SCENE.width / 2} cy={GROUND + 1} rx="142" ry="10" />
      {stones.fallen.map((stone) => linkTo(stone, true))}
      <g clip-path="url(#above-ground)" aria-hidden="true">
        {stones.sunk.map((stone) => (
          <g key={stone.block.id} transform={placeOf(stone)}>
            <g id={stoneId(stone)} class={`stone--${stone.tint}`}>
              <StoneShape stone={stone} />
            </g>
          </g>
        ))}
      </g>
      {stones.standing.map((stone) => linkTo(stone, false))}
      {stones.standing.length > 0 ? (
        <NextStone stone={stones.next} blocks={pile.loaded} />
      ) : (
        OUTLINES.map((stone) => (
          <path key={stone.middle} class="stone__next" transform={placeOf(stone)} d={stone.outline} />
        ))
      )}
      {followed.waiting.map((one, index) => (
        <Pebble key={one.id} followed={one} index={index} next={stones.next} />
      ))}
    </svg>
  );
}

interface StoneLinkProps {
  stone: BlockStone;
  /** Its block has left the chain. */
  isLost: boolean;
  /** It holds a transaction that the reader follows. */
  isOwn: boolean;
  isShown: boolean;
  onPoint: () => void;
}

/** On a touch screen the first tap only shows the block, and the second follows the link. */
function StoneLink({ stone, isLost, isOwn, isShown, onPoint }: StoneLinkProps) {
  const { t, count, link } = useTranslations();
  const isFirstTap = useRef(false);
  const { block, tint } = stone;
  const name = isLost ? 'home.lostStone' : isOwn ? 'home.ownStone' : 'block.named';
  return (
    <g transform={placeOf(stone)}>
      <g id={stoneId(stone)}>
        <a
          class={`stone stone--${isLost ? 'lost' : tint}${isShown ? ' stone--shown' : ''}`}
          href={link.block(isLost ? block.id : block.height)}
          aria-label={t(name, { height: count(block.height) })}
          onPointerEnter={({ pointerType }) => pointerType === 'mouse' && onPoint()}
          onFocus={onPoint}
          onPointerDown={({ pointerType }) => {
            isFirstTap.current = pointerType === 'touch' && !isShown;
          }}
          onClick={(event) => {
            if (!isFirstTap.current) return;
            isFirstTap.current = false;
            event.preventDefault();
            onPoint();
          }}
        >
          <StoneShape stone={stone} />
          {isOwn && <circle class="stone__pebble" cx={stone.width / 2 - 16} r="4.5" />}
        </a>
      </g>
    </g>
  );
}

function StoneShape({ stone: { block, outline } }: { stone: BlockStone }) {
  const { count } = useTranslations();
  return (
    <>
      <path class="stone__shape" d={outline} />
      <path class="stone__relief" d={outline} />
      <text class="stone__label" text-anchor="middle" dominant-baseline="central">
        {count(block.height)}
      </text>
    </>
  );
}

/** A followed transaction that waits for the next block. */
function Pebble({ followed, index, next }: { followed: Waiting; index: number; next: Stone }) {
  const { t, amount, link } = useTranslations();
  const side = index % 2 === 0 ? 1 : -1;
  const x = next.centre + side * (next.width / 2 + 16);
  const y = next.middle - 4 + 20 * Math.floor(index / 2);
  const { id, value } = followed;
  const text = value === undefined ? t('home.yours') : t('home.your', { amount: amount(value) });
  return (
    <a class="pebble" href={link.transaction(id)} aria-label={`${text}: ${t('home.pebble')}`}>
      <title>{t('home.pebble')}</title>
      <circle class="pebble__shape" cx={x} cy={y} r="7" />
      <text x={x + side * 12} y={y} text-anchor={side > 0 ? 'start' : 'end'} dominant-baseline="central">
        {text}
      </text>
    </a>
  );
}

/** The next block grows with the time since the newest, to its full size at the usual interval. */
function NextStone({ stone, blocks }: { stone: Stone; blocks: readonly BlockSummary[] }) {
  const now = useNow();
  const growth = Math.min(1, Math.max(0, (now - blocks[0]!.timestamp) / (intervalOf(blocks) ?? 60)));
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

const placeOf = ({ centre, middle }: Stone) => `translate(${centre} ${middle})`;
