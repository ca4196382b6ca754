import type { BlockSummary, ExplorerTransaction } from '@cairn/api/explorer';

/** Rows that are on the page, and the name of the file that they are saved as, without its ending. */
export type ShownRows = { readonly name: string } & (
  | { readonly kind: 'blocks'; readonly rows: readonly BlockSummary[] }
  | { readonly kind: 'transactions'; readonly rows: readonly ExplorerTransaction[] }
);
