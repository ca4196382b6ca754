import { EXPLORER_LIMITS, explorerRoutes } from '@cairn/api/explorer';
import { jsonRoute } from '../explorer-route.ts';
import { serializeCapabilities, serializeIndex } from '../serializers.ts';

export const status = jsonRoute(explorerRoutes.status, 'status', async (context) => {
  const { network } = context;
  const tip = context.chain.tip();
  const { ready, syncing } = context.nodeState();
  const index = context.indexStatus();
  const devnet = context.devnet?.();
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
    ...(devnet && {
      devnet: { clock_offset_seconds: devnet.clockOffsetSeconds, rewinds: devnet.rewinds },
    }),
  };
});
