/**
 * The part of the contract that a chain answers by, without the clients: it needs no more of its surroundings than the language
 * and `URLSearchParams`.
 */
export * from './devnet/errors.ts';
export * from './devnet/limits.ts';
export * from './devnet/routes.ts';
export * from './devnet/schemas.ts';
export { EXPLORER_LIMITS } from './explorer/limits.ts';
export * from './route.ts';
export type { RejectionReason } from './rpc/errors.ts';
export type { Fees } from './schema.ts';
