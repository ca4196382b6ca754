/**
 * The chain as a value: consensus state, fork choice and what readers ask, over what a home gives (`Home`). The same code runs in a
 * node, in a test's process and in a browser tab.
 */
export * from './home.ts';
export * from './runtime.ts';
export * from './chain/ahead.ts';
export * from './chain/block-validation.ts';
export * from './chain/chain-change.ts';
export * from './chain/chain-parts.ts';
export * from './chain/chain-types.ts';
export * from './chain/chain-view.ts';
export * from './chain/chain.ts';
export * from './chain/node-state.ts';
export * from './chain/progress.ts';
export * from './chain/recovery.ts';
export * from './chain/transaction-checker.ts';
export * from './chain/transaction-checks.ts';
export * from './chain/whole-blocks.ts';
