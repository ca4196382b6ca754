/**
 * The contract without its clients: it needs no more of its surroundings than the language and `URLSearchParams`.
 */
export * from './call.ts';
export * from './devnet/errors.ts';
export * from './devnet/limits.ts';
export * from './devnet/routes.ts';
export * from './devnet/schemas.ts';
export { parseLocation } from './explorer/address-proof.ts';
export * from './explorer/errors.ts';
export * from './explorer/limits.ts';
export * from './explorer/parameters.ts';
export * from './explorer/routes.ts';
export * from './explorer/schemas.ts';
export * from './explorer/values.ts';
export * from './route.ts';
export * from './rpc/errors.ts';
export * from './rpc/limits.ts';
export * from './rpc/routes.ts';
export * from './rpc/schemas.ts';
export type { Fees } from './schema.ts';
