import { explorerIndexUnavailable, explorerRoutes } from '@cairn/api/explorer';
import { explorerRoute, readNothing } from '../explorer-route.ts';
import { requireReader } from '../projected.ts';
import { serializeChainTotals } from '../serialize-projected.ts';

export const getStats = explorerRoute({
  route: explorerRoutes.getStats,
  freshness: 'index',
  read: readNothing,
  answer: async (context) => {
    const { network } = context.chain;
    const totals = await requireReader(context).totals();
    if (totals === undefined) throw explorerIndexUnavailable();
    return { network: network.name, stats: serializeChainTotals(totals, network) };
  },
});
