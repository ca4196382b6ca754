export { DISABLED_INDEX, type ExplorerContext, type IndexStatus } from './context.ts';
export { startExplorerApi } from './server.ts';
