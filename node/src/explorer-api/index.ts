export type { ExplorerContext } from './context.ts';
export { startExplorerApi } from './server.ts';
