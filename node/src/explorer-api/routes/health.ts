import { EXPLORER_LIMITS, explorerRoutes } from '@cairn/api/explorer';
import { explorerRoute, readNothing } from '../explorer-route.ts';

export const health = explorerRoute({
  route: explorerRoutes.health,
  freshness: 'content',
  read: readNothing,
  answer: (context) => {
    const { network } = context.chain;
    context.requireServing?.();
    return {
      ok: true,
      network: network.name,
      chain_id: network.chainId,
      api_version: EXPLORER_LIMITS.apiVersion,
    };
  },
});
