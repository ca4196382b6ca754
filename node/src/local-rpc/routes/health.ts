import { RPC_LIMITS, rpcRoutes } from '@cairn/api/rpc';
import { rpcRoute } from '../rpc-route.ts';

export const health = rpcRoute(rpcRoutes.health, async ({ context }) => ({
  ok: true,
  network: context.chain.network.name,
  api_version: RPC_LIMITS.apiVersion,
}));
