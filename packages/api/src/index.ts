export type { Client, ClientOptions, RequestOptions } from './client.ts';
export * from './explorer/index.ts';
export * from './call.ts';
export * from './route.ts';
export * from './rpc/index.ts';
