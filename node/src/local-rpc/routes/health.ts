import { RPC_LIMITS, rpcRoutes } from '@cairn/api/rpc';
import { rpcRoute } from '../rpc-route.ts';

export const health = rpcRoute({
  route: rpcRoutes.health,
  answer: ({ context }) => ({
    ok: true,
    network: context.chain.network.name,
    api_version: RPC_LIMITS.apiVersion,
  }),
});
