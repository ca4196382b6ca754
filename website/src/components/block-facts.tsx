import type { BlockSummary } from '@cairn/api/explorer';
import { parsePebbles } from '@cairn/protocol';
import { Amount, Card, Identifier, type KeyValue, KeyValueList, Skeleton, Timestamp } from '@cairn/ui';
import { addressLink, blockLink } from '../lib/links.ts';
import { DEPTH_HINT, formatCount, formatSize } from '../lib/words.ts';
import { Depth } from './depth.tsx';

/** A block's facts: what it means on the left, what its header holds on the right. */
export function BlockFacts({ block, tip }: { block: BlockSummary; tip: number | undefined }) {
  return (
    <div class="columns">
      <Card title="Summary" flush>
        <KeyValueList items={summaryOf(block, tip)} />
      </Card>
      <Card title="Header" flush>
        <KeyValueList items={headerOf(block)} />
      </Card>
    </div>
  );
}

function summaryOf(block: BlockSummary, tip: number | undefined): KeyValue[] {
  return [
    { label: 'Time', value: <Timestamp seconds={block.timestamp} show="both" /> },
    {
      label: 'Confirmations',
      value: <Depth confirmations={block.confirmations} blockHeight={block.height} tip={tip} />,
      hint: DEPTH_HINT,
    },
    { label: 'Transactions', value: formatCount(block.transaction_count) },
    { label: 'Size', value: sizeOf(block) },
    {
      label: 'Miner',
      value: <Identifier value={block.miner} what="miner’s address" href={addressLink(block.miner)} />,
    },
    {
      label: 'Reward',
      value: <Amount value={parsePebbles(block.reward)} />,
      hint: rewardParts(block),
    },
  ];
}

function sizeOf({ size_bytes: bytes }: BlockSummary): string {
  return bytes < 1024 ? `${bytes} bytes` : `${formatSize(bytes)} (${formatCount(bytes)} bytes)`;
}

/** The coinbase pays the new coins and all fees together. */
function rewardParts(block: BlockSummary) {
  const fees = parsePebbles(block.total_fees);
  return (
    <>
      <Amount value={parsePebbles(block.reward) - fees} /> new, <Amount value={fees} /> in fees
    </>
  );
}

function headerOf(block: BlockSummary): KeyValue[] {
  const { merkle_root: merkleRoot } = block;
  return [
    { label: 'Block ID', value: <Identifier value={block.id} what="block ID" /> },
    { label: 'Height', value: formatCount(block.height) },
    { label: 'Previous block', value: <PreviousBlock block={block} /> },
    ...(merkleRoot === undefined
      ? []
      : [{ label: 'Merkle root', value: <Identifier value={merkleRoot} what="Merkle root" /> }]),
    { label: 'Target (bits)', value: <code>{block.bits}</code> },
    { label: 'Nonce', value: formatCount(block.nonce) },
    { label: 'Version', value: block.version },
  ];
}

function PreviousBlock({ block }: { block: BlockSummary }) {
  if (block.height === 0) return <span class="c-muted">none: this is the first block</span>;
  return (
    <Identifier
      value={block.prev_block_hash}
      what="previous block’s ID"
      href={blockLink(block.prev_block_hash)}
    />
  );
}

/** Lines that the real list has too, so that nothing moves when it comes. */
const SKELETON_HINTS: Record<string, KeyValue['hint']> = {
  Confirmations: DEPTH_HINT,
  Reward: <Skeleton width="medium" />,
};

/** The two cards while the block is on its way. */
export function BlockFactsSkeleton() {
  const items = (labels: readonly string[]): KeyValue[] =>
    labels.map((label) => ({ label, value: <Skeleton width="medium" />, hint: SKELETON_HINTS[label] }));
  return (
    <div class="columns" aria-busy="true">
      <Card title="Summary" flush>
        <KeyValueList items={items(['Time', 'Confirmations', 'Transactions', 'Size', 'Miner', 'Reward'])} />
      </Card>
      <Card title="Header" flush>
        <KeyValueList
          items={items([
            'Block ID',
            'Height',
            'Previous block',
            'Merkle root',
            'Target (bits)',
            'Nonce',
            'Version',
          ])}
        />
      </Card>
    </div>
  );
}
