import type { RpcTransaction } from '@cairn/api/rpc';
import type { SendPlan } from './send-plan.ts';

/**
 * A pending transfer of the same amount to the same recipient, other than the one that the plan replaces: the user may be
 * sending it again because the first one seems lost.
 */
export function findTwin(
  { body, replaces }: SendPlan,
  pending: readonly RpcTransaction[],
): RpcTransaction | undefined {
  return pending.find(
    (item) =>
      item.id !== replaces?.id &&
      item.from_address === body.fromAddress &&
      item.to_address === body.toAddress &&
      item.value === body.value.toString(),
  );
}
