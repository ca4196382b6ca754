export { eventStreamExample, explorerExamples } from './explorer.ts';
export { rpcExamples } from './rpc.ts';
