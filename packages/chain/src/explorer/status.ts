import { EXPLORER_LIMITS, explorerRoutes } from '@cairn/api/contract';
import type { Resource } from './router.ts';
import { serializeCapabilities, serializeIndex } from './serializers.ts';

const { apiVersion } = EXPLORER_LIMITS;

/** Health, status and features. */
export const status: Resource = ({ json }, context) => {
  const { network } = context;

  json(explorerRoutes.health, 'status', async () => ({
    ok: true,
    network: network.name,
    chain_id: network.chainId,
    api_version: apiVersion,
  }));

  json(explorerRoutes.status, 'status', async () => {
    const tip = context.chain.view.tip;
    const { ready, syncing } = context.nodeState();
    const index = context.indexStatus();
    const devnet = context.devnet?.();
    return {
      network: network.name,
      chain_id: network.chainId,
      api_version: apiVersion,
      initialized: tip !== undefined,
      height: tip?.height ?? -1,
      ...(tip && { tip_id: tip.id }),
      ready,
      syncing,
      index: serializeIndex(index),
      capabilities: serializeCapabilities(index),
      node_version: context.version,
      ...(devnet && {
        devnet: {
          clock_offset_seconds: devnet.clockOffsetSeconds,
          rewinds: devnet.rewinds,
          ...(network.forkHeight !== undefined && { fork_height: network.forkHeight }),
        },
      }),
    };
  });

  json(explorerRoutes.features, 'status', async () => {
    const { enabled, ready, state } = serializeIndex(context.indexStatus());
    return {
      api_version: apiVersion,
      features: { core: { enabled: true, ready: true }, explorer_index: { enabled, ready, state } },
    };
  });
};
