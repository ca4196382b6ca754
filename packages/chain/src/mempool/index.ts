/** The pending transactions and their policy (PROTOCOL.md section 7). */
export * from './mempool.ts';
export * from './policy.ts';
