/** The explorer's page of a transaction; `undefined` where the gateway names no explorer. */
export function transactionPage(explorerUrl: string | null | undefined, id: string): string | undefined {
  return explorerUrl ? `${explorerUrl}/transactions/${id}` : undefined;
}
