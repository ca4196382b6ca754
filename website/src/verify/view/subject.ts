import type { TransactionDetail } from '@cairn/api/explorer';
import type { BlockSubject } from '../plans/block.ts';

/** What a page shows and wants verified. A stable object: a new one starts again. */
export type Subject =
  | { readonly kind: 'transaction'; readonly shown: TransactionDetail; readonly asked: string }
  | { readonly kind: 'block'; readonly parts: Omit<BlockSubject, 'walk' | 'deep'> };
