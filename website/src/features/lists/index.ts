/** Tables, pages and files of blocks and transactions, for the pages of other features. */
export { blockColumns, BlockTable } from './block-table.tsx';
export { blocksRequest } from './blocks.ts';
export { CsvButton } from './csv-button.tsx';
export { CsvHistory } from './csv-history.tsx';
export { ListPage, type ListTableProps } from './list-page.tsx';
export { type ListParams, listPageParams } from './list-params.ts';
export { BlockAnnouncement, LiveRows } from './live-rows.tsx';
export { numbersOf, transactionsRequest } from './load-transactions.ts';
export { NumberedList } from './numbered-list.tsx';
export { TransactionTable, isCoinbase } from './transaction-table.tsx';
