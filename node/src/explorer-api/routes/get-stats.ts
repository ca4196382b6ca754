import { explorerRoutes } from '@cairn/api/explorer';
import { jsonRoute } from '../explorer-route.ts';
import { serializeTotals } from '../serializers.ts';

export const getStats = jsonRoute(explorerRoutes.getStats, 'index', async ({ network, reader }) => ({
  network: network.name,
  stats: serializeTotals(await reader.totals(), network),
}));
