import type { BlockSummary } from '@cairn/api/explorer';
import { bytesToHex, encodeBlockHeader, MAX_BLOCK_SIZE, parseBits, parsePebbles } from '@cairn/protocol';
import {
  Amount,
  Badge,
  Card,
  Identifier,
  type KeyValue,
  KeyValueList,
  numberText,
  Timestamp,
} from '@cairn/ui';
import { expectedHashes } from '../../site/figures.ts';
import { useTranslations, type Translations } from './texts.ts';
import { API_BASE_URL } from '../../site/config.ts';
import { HexBlock, RawData } from '../../site/code-block.tsx';
import '../../site/receipt-card.css';

interface BlockCardProps {
  block: BlockSummary;
  /** Pebbles that its payments move; `undefined` if that is not known. */
  moved: bigint | undefined;
}

/** What a block moved and when, who mined it and for what. */
export function BlockCard({ block, moved }: BlockCardProps) {
  const { t, rich, count, bytes, link } = useTranslations();
  const { height, miner, confirmations, transaction_count: transactions } = block;
  const isFirst = height === 0;
  const fees = parsePebbles(block.total_fees);
  const reward = parsePebbles(block.reward);
  const payments = transactions - 1;
  return (
    <section class="c-card c-stack receipt" aria-label={t('block.summary')}>
      <header class="c-row c-row--between">
        {/* None once it has left the chain. */}
        <Badge tone={confirmations === 0 ? 'warn' : 'accent'} dot>
          {confirmations === 0 ? t('block.left') : t('depth.deep', { count: confirmations })}
        </Badge>
        <span class="c-muted c-small">
          <Timestamp seconds={block.timestamp} show="both" />
        </span>
      </header>
      <div>
        <p class="receipt__value">
          {moved !== undefined && payments > 0 ? (
            <Amount value={moved} large />
          ) : (
            t(payments > 0 ? 'block.payments' : 'block.noPayments', { count: payments })
          )}
        </p>
        <p class="c-muted c-small">
          {payments > 0
            ? moved === undefined
              ? '\u00a0'
              : t('block.moved', { count: payments })
            : t('block.coinbaseOnly')}
        </p>
      </div>
      <dl class="receipt__parties">
        <div>
          <dt class="c-muted c-small">{t(isFirst ? 'block.recipient' : 'block.minedBy')}</dt>
          <dd>
            <Identifier value={miner} what={t('what.address')} href={link.address(miner)} />
          </dd>
        </div>
        <div>
          <dt class="c-muted c-small">{t(isFirst ? 'common.startingCoins' : 'block.reward')}</dt>
          <dd>
            <Amount value={reward} />
            {!isFirst && (
              <p class="c-muted c-small">
                {rich('block.rewardParts', {
                  subsidy: <Amount value={reward - fees} />,
                  fees: <Amount value={fees} />,
                })}
              </p>
            )}
          </dd>
        </div>
      </dl>
      <footer class="receipt__foot c-row c-row--between">
        <span>
          <strong>{t('common.transactions', { count: transactions })}</strong>
          <span class="c-muted c-small">
            {'\u00a0· '}
            {t('block.sizeOf', { size: bytes(block.size_bytes), most: count(MAX_BLOCK_SIZE / 2 ** 20) })}
          </span>
        </span>
        {!isFirst && (
          <a class="c-small" href={link.blocksOf(miner)}>
            {t('block.minerBlocks')}
          </a>
        )}
      </footer>
    </section>
  );
}

/** The fields of a block's header. @param props.block `undefined` until it loads */
export function HeaderFacts({ block }: { block: BlockSummary | undefined }) {
  const translations = useTranslations();
  const { t, count } = translations;
  const { merkle_root: root } = block ?? { merkle_root: '' };
  const items: KeyValue[] = [
    { label: t('block.previous'), value: block && <PreviousBlock block={block} /> },
    ...(root === undefined
      ? []
      : [
          {
            label: t('block.merkleRoot'),
            value: block && <Identifier value={root} what={t('block.merkleRoot')} />,
          },
        ]),
    { label: t('block.bits'), value: block && <code>{block.bits}</code> },
    ...workItems(block, translations),
    { label: t('block.nonce'), value: block && count(block.nonce) },
    { label: t('block.version'), value: block?.version },
  ];
  return (
    <Card title={t('block.header')} flush>
      <KeyValueList items={items} />
    </Card>
  );
}

/** The work that a block of its target takes on average; that of a devnet means nothing. */
function workItems(block: BlockSummary | undefined, { t, locale }: Translations): KeyValue[] {
  const hashes = (block && expectedHashes(block.bits)) ?? 0n;
  if (hashes <= 2n) return [];
  const value = t('common.hashes', { count: numberText(hashes, locale) });
  return [{ label: t('block.difficulty'), value, hint: t('block.difficultyHint') }];
}

function PreviousBlock({ block }: { block: BlockSummary }) {
  const { t, link } = useTranslations();
  if (block.height === 0) return <span class="c-muted">{t('block.first')}</span>;
  return (
    <Identifier
      value={block.prev_block_hash}
      what={t('what.previousId')}
      href={link.block(block.prev_block_hash)}
    />
  );
}

/** A collapsed card: the header's bytes, and a download of the block. */
export function BlockRaw({ block }: { block: BlockSummary }) {
  const { t, bytes } = useTranslations();
  return (
    <RawData title={t('common.raw')}>
      {() => {
        const header = headerBytes(block);
        return (
          <>
            {header !== undefined && (
              <>
                <p class="c-small c-muted">{t('block.rawHeader')}</p>
                <HexBlock hex={bytesToHex(header)} what={t('what.raw')} />
              </>
            )}
            <p>
              <a
                class="c-button c-button--secondary c-button--sm"
                href={`${API_BASE_URL ?? ''}/api/v1/blocks/${block.id}/raw`}
                download
              >
                {t('block.downloadBlock', { size: bytes(block.size_bytes) })}
              </a>
            </p>
          </>
        );
      }}
    </RawData>
  );
}

/** The 118 bytes that hash to the block's ID; `undefined` if the API leaves out the Merkle root. */
function headerBytes(block: BlockSummary): Uint8Array | undefined {
  const { merkle_root: merkleRoot } = block;
  if (merkleRoot === undefined) return undefined;
  return encodeBlockHeader({
    version: block.version,
    height: block.height,
    previousBlockId: block.prev_block_hash,
    merkleRoot,
    miner: block.miner,
    timestamp: block.timestamp,
    bits: parseBits(block.bits),
    nonce: block.nonce,
  });
}
