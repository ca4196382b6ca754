/** Tables and pages of blocks and transactions, for the pages of other features. */
export { blockColumns, BlockTable } from './block-table.tsx';
export { blocksRequest } from './blocks.ts';
export { ListPage, type ListTableProps } from './list-page.tsx';
export { type ListParams, listPageParams } from './list-params.ts';
export { BlockAnnouncement, LiveList } from './live-list.tsx';
export { type AskPart, type ListPart, numbersOf, transactionsRequest } from './load-transactions.ts';
export { NumberedList } from './numbered-list.tsx';
export { TransactionTable, isCoinbase, placeOf } from './transaction-table.tsx';
