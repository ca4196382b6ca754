/** The routes of the private RPC (interface document, section 4.2), whatever brings their requests. */
import { type CallChecks, RPC_LIMITS, rpcError, type RpcErrorCode, rpcRoutes } from '@cairn/api/contract';
import {
  formatPebbles,
  isValidAddress,
  MAX_U32,
  MIN_FEE,
  type Network,
  signatureImplementation,
} from '@cairn/protocol';
import { BusyError } from '../chain/whole-blocks.ts';
import { serializeFees } from '../explorer/fee-estimate.ts';
import type { BindJson } from '../fetch/dispatcher.ts';
import { spendableAfter } from '../mempool/policy.ts';
import { readHistoryPage } from './account-history.ts';
import type { RpcContext } from './context.ts';
import { serializeBlockHead, writeBlockJson } from './serializers.ts';
import { submit } from './submit.ts';

/** Binds all routes. */
export function bindRpc(bind: BindJson, context: RpcContext): void {
  const { chain, mempool, fees } = context;
  const { network } = chain;

  bind(rpcRoutes.health, () => ({
    ok: true,
    network: network.name,
    api_version: RPC_LIMITS.apiVersion,
  }));

  bind(rpcRoutes.status, async () => {
    const { view } = chain;
    const suggested = await fees.estimate(view);
    const { syncing, ready, peers, bestPeerHeight } = context.nodeState();
    const clockOffset = context.clockOffsetSeconds?.();
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
      node_version: context.version,
      signatures: signatureImplementation,
      suggested_fees: serializeFees(suggested, mempool.isAvailable() ? mempool.minimumFee() : MIN_FEE),
      ...(clockOffset && { clock_offset_seconds: clockOffset }),
      ...(network.forkHeight !== undefined && { fork_height: network.forkHeight }),
    };
  });

  bind(rpcRoutes.getAccount, ({ address }) => {
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

  bind(rpcRoutes.listAccountTransactions, async ({ address, limit, cursor }) => {
    const page = await readHistoryPage(context, address, { cursor, limit });
    return { network: network.name, address, ...page };
  });

  bind(rpcRoutes.getBlock, async ({ height }, signal) => {
    const { view } = chain;
    const block = height > MAX_U32 ? undefined : view.block(height);
    const raw = block && (await view.readBlock(height, signal));
    if (block === undefined || raw === undefined) throw rpcError('block_not_found');
    return writeBlockJson(serializeBlockHead(network, block), raw, context.turn);
  });

  bind(rpcRoutes.submitTransaction, ({ body }) => submit(context, body.raw));
}

/** The checks of every route but the token, which a server asks for. */
export function rpcChecks(network: Network): CallChecks {
  return {
    notFound: rpcError('not_found'),
    methodNotAllowed: rpcError('method_not_allowed'),
    pathError: (code) => rpcError(code as RpcErrorCode),
    queryError: () => rpcError('invalid_limit'), // the only parameter that can be malformed
    body: {
      limit: RPC_LIMITS.bodyBytes,
      isOptional: false,
      tooLarge: rpcError('request_too_large'),
      wrongType: rpcError('unsupported_media_type'),
      malformed: () => rpcError('invalid_transaction_encoding'),
    },
    isAddress: (text) => isValidAddress(text, network),
    isPathFirst: true,
    // Too many clients ask for whole blocks.
    errorOf: (error) =>
      error instanceof BusyError ? rpcError('node_busy', {}, { 'Retry-After': '1' }) : undefined,
  };
}
