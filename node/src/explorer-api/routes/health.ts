import { EXPLORER_LIMITS, explorerRoutes } from '@cairn/api/explorer';
import { jsonRoute } from '../explorer-route.ts';

export const health = jsonRoute(explorerRoutes.health, 'status', async ({ network }) => ({
  ok: true,
  network: network.name,
  chain_id: network.chainId,
  api_version: EXPLORER_LIMITS.apiVersion,
}));
