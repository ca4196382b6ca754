export { renderBlock, type BlockText } from './block-texts.ts';
export {
  DISABLED_INDEX,
  type AskedRoute,
  type ExplorerContext,
  type IndexStatus,
  type Moment,
} from './context.ts';
export { startExplorerApi } from './server.ts';
