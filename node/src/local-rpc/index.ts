export type { RpcContext } from './context.ts';
export { LOOPBACK_HOSTS, NotLoopbackError, requireLoopbackHost } from './loopback-host.ts';
export { startRpc, type RpcAddress } from './server.ts';
