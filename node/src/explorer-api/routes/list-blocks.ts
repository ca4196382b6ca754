import { explorerRoutes } from '@cairn/api/explorer';
import { renderSummary, type BlockText, type BlockTexts } from '../block-texts.ts';
import { tipHeightOf } from '../canonical.ts';
import { explorerRoute, readNothing } from '../explorer-route.ts';
import { JsonText } from '../json-text.ts';

/** Newest first, from stored summaries alone: no block file is read, whatever the blocks' size. */
export const listBlocks = explorerRoute({
  route: explorerRoutes.listBlocks,
  freshness: 'chain',
  read: readNothing,
  answer: (context, _request, { limit, offset, before_height: anchor }) => {
    const { chain, blockTexts } = context;
    const tipHeight = tipHeightOf(chain);
    const newest = Math.min(anchor ?? tipHeight + 1, tipHeight + 1) - 1 - offset;
    const blocks = readDownwards(blockTexts, newest, limit);
    const items = blocks.map((block) => renderSummary(block, tipHeight)).join(',');
    const next = blocks.at(-1)?.height ?? anchor ?? 0;
    return new JsonText(
      `{"network":"${chain.network.name}","items":[${items}],"pagination":{"limit":${limit},"offset":${offset},` +
        `"count":${blocks.length},"total":${tipHeight + 1},"before_height":${anchor ?? null},"next_before_height":${next}}}`,
    );
  },
});

/** At most `limit` blocks from `newest` down to genesis; none where `newest` is below it. */
function readDownwards(texts: Pick<BlockTexts, 'at'>, newest: number, limit: number): BlockText[] {
  const blocks: BlockText[] = [];
  for (let height = newest; height >= 0 && blocks.length < limit; height -= 1) {
    const block = texts.at(height);
    if (block === undefined) throw new Error(`no summary of the canonical block at height ${height}`);
    blocks.push(block);
  }
  return blocks;
}
