import { explorerAdditions } from '@cairn/api/explorer';
import { formatSum } from '../../projection/index.ts';
import { jsonRoute } from '../explorer-route.ts';

export const listMiners = jsonRoute(
  explorerAdditions.listMiners,
  'index',
  async ({ network, reader }, { blocks: range }) => {
    const { height, blocks, miners, rows } = await reader.miners(range);
    const listed = rows.reduce((sum, row) => sum + row.blocks, 0);
    return {
      network: network.name,
      indexed_height: height,
      blocks,
      miners,
      items: rows.map((row) => ({
        address: row.address,
        blocks: row.blocks,
        share: row.blocks / blocks,
        rewards: formatSum(String(row.rewards)),
        fees: formatSum(String(row.fees)),
        last_height: row.last,
      })),
      others: { miners: miners - rows.length, blocks: blocks - listed },
    };
  },
);
