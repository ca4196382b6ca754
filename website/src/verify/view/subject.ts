import { type BlockDetail, parseBlockReference, type TransactionDetail } from '@cairn/api/explorer';
import { useMemo } from 'preact/hooks';
import type { ShownRows } from '../block.ts';
import type { BlockSubject } from '../pages.ts';

/** The data that a page shows and wants verified. Keep the object: a new one starts again. */
export type Subject =
  | { readonly kind: 'transaction'; readonly shown: TransactionDetail; readonly asked: string }
  | { readonly kind: 'block'; readonly parts: Omit<BlockSubject, 'reach' | 'deep'> };

/** The transactions that a block's page lists, or that they could not be had; absent while they are awaited. */
export type ListedTransactions = ShownRows | 'unavailable' | undefined;

/**
 * The data of a block's page to verify, once both the block and its list are loaded.
 * @param reference as in the address bar
 */
export function useBlockSubject(
  detail: BlockDetail | undefined,
  reference: string,
  listed: ListedTransactions,
): Subject | undefined {
  return useMemo(() => {
    const parsed = parseBlockReference(reference);
    if (detail === undefined || listed === undefined || !parsed.ok) return undefined;
    const asked = parsed.value.kind === 'id' ? parsed.value.id : parsed.value.height;
    const rows = listed === 'unavailable' ? undefined : listed;
    return { kind: 'block', parts: { shown: detail.block, network: detail.network, asked, rows } };
  }, [detail, reference, listed]);
}
