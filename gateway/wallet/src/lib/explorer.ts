import type { TransactionId } from '@cairn/protocol';
/** The explorer's page of a transaction; `undefined` where the gateway names no explorer. */
export function transactionPage(
  explorerUrl: string | null | undefined,
  id: TransactionId,
): string | undefined {
  return explorerUrl ? `${explorerUrl}/transactions/${id}` : undefined;
}
