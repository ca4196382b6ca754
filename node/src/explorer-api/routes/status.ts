import { EXPLORER_LIMITS, explorerRoutes } from '@cairn/api/explorer';
import { explorerRoute, readNothing } from '../explorer-route.ts';
import { serializeCapabilities, serializeIndex } from '../serialize-index.ts';

export const status = explorerRoute({
  route: explorerRoutes.status,
  freshness: 'content',
  read: readNothing,
  answer: (context) => {
    const { network } = context.chain;
    const tip = context.chain.tip();
    const { ready, syncing } = context.nodeState();
    const index = context.indexStatus();
    return {
      network: network.name,
      chain_id: network.chainId,
      api_version: EXPLORER_LIMITS.apiVersion,
      initialized: tip !== undefined,
      height: tip?.height ?? -1,
      ...(tip && { tip_id: tip.id }),
      ready,
      syncing,
      index: serializeIndex(index),
      capabilities: serializeCapabilities(index),
    };
  },
});
