/** The routes of the private RPC (interface document, section 4.2). */
import { Readable } from 'node:stream';
import { RPC_LIMITS, rpcError, rpcRoutes } from '@cairn/api/rpc';
import { bindJson, signalOf, type RouteChecks } from '@cairn/http';
import { VERSION } from '@cairn/http/version';
import { formatPebbles, MAX_U32, MIN_FEE, signatureImplementation } from '@cairn/protocol';
import type { Express } from 'express';
import { serializeFees } from '@cairn/chain/explorer';
import { spendableAfter } from '@cairn/chain/mempool';
import { readHistoryPage } from './account-history.ts';
import type { RpcContext } from './context.ts';
import { serializeBlockHead, writeBlockJson } from './serializers.ts';
import { submit } from './submit.ts';

export function bindRoutes(app: Express, checks: RouteChecks, context: RpcContext): void {
  const { chain, mempool, fees } = context;
  const { network } = chain;

  bindJson(app, checks, rpcRoutes.health, () => ({
    ok: true,
    network: network.name,
    api_version: RPC_LIMITS.apiVersion,
  }));

  bindJson(app, checks, rpcRoutes.status, async () => {
    const { view } = chain;
    const suggested = await fees.estimate(view);
    const { syncing, ready, peers, bestPeerHeight } = context.nodeState();
    return {
      network: network.name,
      chain_id: network.chainId,
      magic: network.magic,
      data_dir: context.dataDir,
      api_version: RPC_LIMITS.apiVersion,
      initialized: true,
      height: view.tip.height,
      best_peer_height: bestPeerHeight,
      peer_count: peers.length,
      peers: peers.map(({ lastSeen, ...peer }) => ({ ...peer, last_seen: lastSeen })),
      syncing,
      ready,
      node_version: VERSION,
      signatures: signatureImplementation,
      suggested_fees: serializeFees(suggested, mempool.isAvailable() ? mempool.minimumFee() : MIN_FEE),
    };
  });

  bindJson(app, checks, rpcRoutes.getAccount, ({ address }) => {
    const { balance, nonce } = chain.view.account(address) ?? { balance: 0n, nonce: 0 };
    const isAvailable = mempool.isAvailable();
    const outgoing = isAvailable ? mempool.pendingOutgoing(address) : [];
    return {
      network: network.name,
      address,
      balance: formatPebbles(balance),
      spendable_balance: formatPebbles(spendableAfter(balance, outgoing) ?? 0n),
      nonce,
      next_nonce: nonce + outgoing.length + 1,
      pending_outgoing_count: outgoing.length,
      mempool_available: isAvailable,
    };
  });

  bindJson(app, checks, rpcRoutes.listAccountTransactions, async ({ address, limit, cursor }) => {
    const page = await readHistoryPage(context, address, { cursor, limit });
    return { network: network.name, address, ...page };
  });

  bindJson(app, checks, rpcRoutes.getBlock, async ({ height }, _request, response) => {
    const { view } = chain;
    const block = height > MAX_U32 ? undefined : view.block(height);
    const raw = block && (await view.readBlock(height, signalOf(response)));
    if (block === undefined || raw === undefined) throw rpcError('block_not_found');
    return Readable.from(writeBlockJson(serializeBlockHead(network, block), raw));
  });

  bindJson(app, checks, rpcRoutes.submitTransaction, ({ body }) => submit(context, body.raw));
}
