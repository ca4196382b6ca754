import { RPC_LIMITS, rpcError, type SubmitReceipt } from '@cairn/api/contract';
import { hexToBytes, ProtocolError } from '@cairn/protocol';
import { type Admission, MempoolUnavailableError } from '../mempool/mempool.ts';
import type { PendingTransaction } from '../mempool/policy.ts';
import type { RpcContext } from './context.ts';
import { serializePending } from './serializers.ts';

/**
 * Submits a transaction, in the order of the interface document, section 4.2: length, readiness, admission, broadcast, receipt.
 * The same bytes again get the same receipt while the transaction is pending, and 422 `already_confirmed` after that.
 * @param hex an even number of hex digits in either case
 * @throws HttpError
 */
export async function submit(context: RpcContext, hex: string): Promise<SubmitReceipt> {
  const length = hex.length / 2;
  const expected = RPC_LIMITS.transactionBytes;
  if (length !== expected) throw rpcError('invalid_transaction_length', { expected, actual: length });
  if (!context.nodeState().ready) throw rpcError('node_not_ready');
  const admission = await admit(context, hexToBytes(hex));
  if (admission.status === 'rejected') throw rpcError('transaction_rejected', { reason: admission.reason });
  const relayCount = await relay(context, admission.pending);
  return {
    network: context.chain.network.name,
    accepted: true,
    broadcast: relayCount > 0,
    relay_count: relayCount,
    transaction: serializePending(admission.pending),
  };
}

/** @throws HttpError 400 `invalid_transaction` or 503 `mempool_unavailable` */
async function admit({ mempool, logger, ...context }: RpcContext, raw: Uint8Array): Promise<Admission> {
  try {
    const admission = await mempool.submit(raw);
    context.onSubmission?.(admission);
    return admission;
  } catch (error) {
    if (error instanceof ProtocolError) {
      context.onSubmission?.('invalid_transaction');
      throw rpcError('invalid_transaction');
    }
    if (!(error instanceof MempoolUnavailableError)) throw error;
    context.onSubmission?.('mempool_unavailable');
    logger.warn({ err: error }, 'the pending store refused a submission');
    throw rpcError('mempool_unavailable');
  }
}

/** Relays the transaction; if that fails, it stays pending, and the relay count is 0 (interface document, section 4.2). */
async function relay(context: RpcContext, pending: PendingTransaction): Promise<number> {
  try {
    return await context.relay(pending);
  } catch (error) {
    context.logger.warn(
      { err: error, id: pending.id },
      'the first relay of a transaction failed; it stays pending',
    );
    return 0;
  }
}
