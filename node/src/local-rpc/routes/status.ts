import { RPC_LIMITS, rpcRoutes, type RpcPeer } from '@cairn/api/rpc';
import type { PeerState } from '../../chain/node-state.ts';
import { rpcRoute } from '../rpc-route.ts';

export const status = rpcRoute(rpcRoutes.status, async ({ context }) => {
  const { network } = context.chain;
  const tip = context.chain.tip();
  const { syncing, ready, peers, bestPeerHeight } = context.nodeState();
  return {
    network: network.name,
    chain_id: network.chainId,
    magic: network.magic,
    data_dir: context.dataDir,
    api_version: RPC_LIMITS.apiVersion,
    initialized: tip !== undefined,
    height: tip?.height ?? -1,
    best_peer_height: bestPeerHeight,
    peer_count: peers.length,
    peers: peers.map(serializePeer),
    syncing,
    ready,
  };
});

function serializePeer({ host, port, inbound, height, lastSeen }: PeerState): RpcPeer {
  return { host, port, inbound, height, last_seen: lastSeen };
}
