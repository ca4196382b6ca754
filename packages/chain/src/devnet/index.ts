/** A devnet as an instrument: its clock, and the calls that mine, rewind and move it. */
export { type AccountsChoice, chosenAccounts, PUBLIC_ACCOUNTS } from './accounts.ts';
export * from './devnet-clock.ts';
export * from './devnet-control.ts';
export * from './devnet-routes.ts';
export { DumpError } from './load.ts';
export * from './served-chain.ts';
