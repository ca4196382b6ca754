export { buildExplorerOpenApi } from './build-explorer-openapi.ts';
export type * from './document.ts';
