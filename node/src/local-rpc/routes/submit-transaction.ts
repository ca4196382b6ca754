import {
  invalidTransactionLength,
  parseSubmitBody,
  rpcError,
  rpcRoutes,
  transactionRejected,
} from '@cairn/api/rpc';
import { ProtocolError } from '@cairn/protocol';
import { MempoolUnavailableError, type Admission } from '../../mempool/mempool.ts';
import type { PendingTransaction } from '../../mempool/policy.ts';
import type { RpcContext } from '../context.ts';
import { rpcRoute } from '../rpc-route.ts';
import { serializePending } from '../serializers.ts';

/**
 * In the order of the interface document, section 4.2: encoding, length, readiness, admission, broadcast, receipt. The same
 * bytes again get the same receipt while the transaction is pending, and 422 `already_confirmed` after that (`mempool.ts`).
 */
export const submitTransaction = rpcRoute(rpcRoutes.submitTransaction, async ({ context }, { body }) => {
  const raw = readTransaction(body);
  if (!context.nodeState().ready) throw rpcError('node_not_ready');
  const pending = await admit(context, raw);
  const relayCount = await relay(context, pending);
  return {
    network: context.chain.network.name,
    accepted: true as const,
    broadcast: relayCount > 0,
    relay_count: relayCount,
    transaction: serializePending(pending),
  };
});

/**
 * @returns 213 bytes
 * @throws HttpError 400 `invalid_transaction_encoding` or `invalid_transaction_length`
 */
function readTransaction(body: Uint8Array): Uint8Array {
  const parsed = parseSubmitBody(body);
  if (parsed.ok) return parsed.value;
  if (parsed.error === 'invalid_transaction_length') throw invalidTransactionLength(parsed.actual);
  throw rpcError(parsed.error);
}

/** @throws HttpError 400 `invalid_transaction`, 422 `transaction_rejected` or 503 `mempool_unavailable` */
async function admit(context: RpcContext, raw: Uint8Array): Promise<PendingTransaction> {
  const admission = await submit(context, raw);
  if (admission.status === 'rejected') throw transactionRejected(admission.reason);
  return admission.pending;
}

async function submit({ mempool, metrics, logger }: RpcContext, raw: Uint8Array): Promise<Admission> {
  try {
    const admission = await mempool.submit(raw);
    metrics?.submitted('rpc', admission);
    return admission;
  } catch (error) {
    if (error instanceof ProtocolError) {
      metrics?.submitted('rpc', 'invalid_transaction');
      throw rpcError('invalid_transaction');
    }
    if (!(error instanceof MempoolUnavailableError)) throw error;
    metrics?.submitted('rpc', 'mempool_unavailable');
    logger.warn({ err: error }, 'the pending store refused a submission');
    throw rpcError('mempool_unavailable');
  }
}

/** Relays the transaction; if that fails, it stays pending, and the relay count is 0 (interface document, section 4.2). */
async function relay(context: RpcContext, pending: PendingTransaction): Promise<number> {
  try {
    const peers = await context.relay(pending);
    context.metrics?.relayed(peers);
    return peers;
  } catch (error) {
    context.metrics?.relayed(0);
    context.logger.warn(
      { err: error, id: pending.id },
      'the first relay of a transaction failed; it stays pending',
    );
    return 0;
  }
}
