/** Block templates, and the loop that mines them. */
export * from './block-template.ts';
export * from './development-payer.ts';
export * from './demo-traffic.ts';
export * from './demo-transfers.ts';
export * from './miner.ts';
