import type { BlockSummary } from '@cairn/api/explorer';
import {
  type BlockId,
  bytesToHex,
  encodeBlockHeader,
  MAX_BLOCK_SIZE,
  parseBits,
  parsePebbles,
} from '@cairn/protocol';
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
import { Region, type RegionProof } from '../verify/index.ts';

interface BlockFactsProps {
  block: BlockSummary;
  /** How far the summary is proven, and how far the header. */
  summary: RegionProof;
  header: RegionProof;
}

/** Two cards about a block: a summary, and the fields of its header. */
export function BlockFacts({ block, summary, header }: BlockFactsProps) {
  const translations = useTranslations();
  const { t } = translations;
  return (
    <div class="c-grid">
      <Region proof={summary}>
        <Card title={t('block.summary')} flush>
          <KeyValueList items={summaryItems(block, translations)} />
        </Card>
      </Region>
      <Region proof={header}>
        <Card title={t('block.header')} flush>
          <KeyValueList items={headerItems(block, translations)} />
        </Card>
      </Region>
    </div>
  );
}

/** The same cards with bars in place of values, until the block loads. */
export function WaitingFacts() {
  const { t } = useTranslations();
  const card = (title: string, labels: readonly string[]) => (
    <Card title={title} flush>
      <KeyValueList items={labels.map((label) => ({ label, value: undefined }))} />
    </Card>
  );
  return (
    <div class="c-grid" aria-busy="true">
      {card(t('block.summary'), [
        t('block.time'),
        t('block.confirmations'),
        t('column.transactions'),
        t('block.size'),
        t('block.miner'),
        t('block.reward'),
      ])}
      {card(t('block.header'), [
        t('block.previous'),
        t('block.merkleRoot'),
        t('block.bits'),
        t('block.difficulty'),
        t('block.nonce'),
        t('block.version'),
      ])}
    </div>
  );
}

function summaryItems(block: BlockSummary, translations: Translations): KeyValue[] {
  const { t, count, bytes, link } = translations;
  const isFirst = block.height === 0;
  return [
    { label: t('block.time'), value: <Timestamp seconds={block.timestamp} show="both" /> },
    {
      label: t('block.confirmations'),
      value:
        // None once it has left the chain.
        block.confirmations === 0 ? (
          0
        ) : (
          <Badge tone="accent">{t('depth.deep', { count: block.confirmations })}</Badge>
        ),
    },
    { label: t('column.transactions'), value: count(block.transaction_count) },
    {
      label: t('block.size'),
      value: t('block.sizeOf', { size: bytes(block.size_bytes), most: count(MAX_BLOCK_SIZE / 2 ** 20) }),
    },
    {
      label: t(isFirst ? 'block.recipient' : 'block.miner'),
      value: <Identifier value={block.miner} what={t('what.address')} href={link.address(block.miner)} />,
      hint: isFirst ? undefined : <a href={link.blocksOf(block.miner)}>{t('block.minerBlocks')}</a>,
    },
    {
      label: t(isFirst ? 'block.startingCoins' : 'block.reward'),
      value: <Amount value={parsePebbles(block.reward)} />,
      hint: isFirst ? undefined : rewardParts(block, translations),
    },
  ];
}

/** The new coins and the fees, which the coinbase pays as one amount. */
function rewardParts(block: BlockSummary, { rich }: Translations) {
  const fees = parsePebbles(block.total_fees);
  return rich('block.rewardParts', {
    subsidy: <Amount value={parsePebbles(block.reward) - fees} />,
    fees: <Amount value={fees} />,
  });
}

function headerItems(block: BlockSummary, translations: Translations): KeyValue[] {
  const { t, count } = translations;
  const { merkle_root: merkleRoot } = block;
  return [
    { label: t('block.previous'), value: <PreviousBlock block={block} /> },
    ...(merkleRoot === undefined
      ? []
      : [
          {
            label: t('block.merkleRoot'),
            value: <Identifier value={merkleRoot} what={t('block.merkleRoot')} />,
          },
        ]),
    { label: t('block.bits'), value: <code>{block.bits}</code> },
    ...workItems(block, translations),
    { label: t('block.nonce'), value: count(block.nonce) },
    { label: t('block.version'), value: block.version },
  ];
}

/** The work that a block of its target takes on average; that of a devnet means nothing. */
function workItems({ bits }: BlockSummary, { t, locale }: Translations): KeyValue[] {
  const hashes = expectedHashes(bits) ?? 0n;
  if (hashes <= 2n) return [];
  const value = t('block.hashes', { count: numberText(hashes, locale) });
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
    <RawData title={t('block.raw')}>
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
              <a class="c-button c-button--secondary c-button--sm" href={rawLink(block.id)} download>
                {t('block.downloadBlock', { size: bytes(block.size_bytes) })}
              </a>
            </p>
          </>
        );
      }}
    </RawData>
  );
}

function rawLink(id: BlockId): string {
  return `${API_BASE_URL ?? ''}/api/v1/blocks/${id}/raw`;
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
