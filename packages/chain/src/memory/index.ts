/** A home in memory, for a test or a browser tab. */
export { type AccountsChoice, chosenAccounts, openAccounts, PUBLIC_ACCOUNTS } from '../devnet/accounts.ts';
export { DumpError } from '../devnet/load.ts';
export * from './memory-chain.ts';
export * from './memory-home.ts';
export * from './memory-index.ts';
export * from './seeded-runtime.ts';
