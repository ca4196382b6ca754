/** Tables and pages of blocks and transactions, for the pages of other features. */
export { blockColumns, BlockTable } from './block-table.tsx';
export { blocksRequest, neighbours } from './blocks.ts';
export { Choice, Choices } from './filter-bar.tsx';
export { type Filter, queryOf, readFilter, timesOf, timesToAsk } from './filter.ts';
export { BlockAnnouncement, LiveList } from './live-list.tsx';
export { NumberedList } from './numbered-list.tsx';
export { Pager } from './pager.tsx';
export { isCoinbase, placeOf, Sender, TransactionTable } from './transaction-table.tsx';
