import {
  explorerAdditions,
  explorerError,
  explorerRoutes,
  serializeBlock,
  serializeTransaction,
} from '@cairn/api/contract';
import type { Resource } from './router.ts';
import { heightOf } from './serializers.ts';

/** Blocks, their transactions and bytes, and headers. */
export const blocks: Resource = ({ json, bytes }, { network, chain }) => {
  /** Lists blocks, newest first, from stored summaries: reads no block files, however large the blocks are. */
  json(explorerRoutes.listBlocks, 'chain', async ({ limit, offset, before_height: before }, reader) => {
    const items = await reader.blocks({ limit, offset, before });
    const tip = heightOf(reader.tip);
    return {
      network: network.name,
      items: items.map((block) => serializeBlock(block, tip)),
      pagination: {
        limit,
        offset,
        count: items.length,
        total: tip + 1,
        before_height: before ?? null,
        next_before_height: items.at(-1)?.height ?? before ?? 0,
      },
    };
  });

  /** Lists the stale blocks, which affect the answer of no other route; a replica knows none. */
  json(explorerAdditions.listStaleBlocks, 'branches', async ({ limit }) => ({
    network: network.name,
    items: chain.staleBlocks(limit).map(({ id, header, transactionCount }) => ({
      id,
      height: header.height,
      prev_block_hash: header.previousBlockId,
      timestamp: header.timestamp,
      miner: header.miner,
      transaction_count: transactionCount,
      canonical_id: chain.view.block(header.height)?.id ?? null,
    })),
  }));

  json(explorerRoutes.getBlock, 'chain', async ({ height_or_hash: reference }, reader) => {
    const block = await reader.block(reference);
    if (block === undefined) throw explorerError('block_not_found');
    return { network: network.name, block: serializeBlock(block, heightOf(reader.tip)) };
  });

  /** Reads only the bytes of the requested page. */
  json(
    explorerRoutes.listBlockTransactions,
    'chain',
    async ({ height_or_hash: reference, limit, offset }, reader) => {
      const found = await reader.blockTransactions(reference, { limit, offset });
      if (found === undefined) throw explorerError('block_not_found');
      const { block, transactions } = found;
      const tip = heightOf(reader.tip);
      const ofBlock = { blockId: block.id, timestamp: block.header.timestamp };
      return {
        network: network.name,
        block: { height: block.height, id: block.id },
        items: transactions.map((row) => serializeTransaction({ ...row, ...ofBlock }, tip)),
        pagination: { limit, offset, count: transactions.length, total: block.transactionCount },
      };
    },
  );

  bytes(explorerAdditions.getRawBlock, async ({ height_or_hash: reference }, reader) => {
    const block = await reader.block(reference);
    if (block === undefined) throw explorerError('block_not_found');
    return {
      tag: `"${block.id}"`,
      isImmutable: reference.kind === 'id',
      read: async () => {
        const raw = await reader.rawBlock(block);
        if (raw === undefined) throw explorerError('block_not_found');
        return raw;
      },
    };
  });

  /** The tag contains the last block's ID, which identifies all headers, because each contains the ID of its parent. */
  bytes(explorerAdditions.getHeaders, async ({ from, count }, reader) => {
    const top = Math.min(from + count - 1, heightOf(reader.tip));
    const last = top < from ? undefined : await reader.block({ kind: 'height', height: top });
    return {
      tag: `"${from}-${top - from + 1}-${last?.id ?? 'none'}"`,
      isImmutable: false,
      read: async () => (last === undefined ? new Uint8Array() : reader.headers(from, top - from + 1)),
    };
  });
};
