/** For tests only: the Explorer API over a real chain. */
import { pino } from 'pino';
import { openTestChain, type TestChain, type TestChainOptions } from '../chain/test-support.ts';
import { send, type TestRequest, type TestResponse } from '../http/test-support.ts';
import { DISABLED_INDEX, type ExplorerContext, type IndexStatus } from './context.ts';
import { startExplorerApi } from './server.ts';

export interface TestExplorer {
  readonly url: string;
  readonly testChain: TestChain;
  /** What the node says about itself; tests change it. */
  readonly node: { syncing: boolean; ready: boolean };
  /** What the projection says; tests change it. */
  readonly projection: { status: IndexStatus };
  /** Everything that was logged, one JSON line each. */
  readonly log: string[];
  get(path: string, request?: TestRequest): Promise<TestResponse>;
  close(): Promise<void>;
}

/** @param changes parts of the context to replace, made from the real one */
export async function startTestExplorer(
  changes: (context: ExplorerContext) => Partial<ExplorerContext> = () => ({}),
  chainOptions: TestChainOptions = {},
): Promise<TestExplorer> {
  const testChain = await openTestChain(chainOptions);
  const log: string[] = [];
  const node = { syncing: false, ready: true };
  const projection = { status: DISABLED_INDEX };
  const context: ExplorerContext = {
    chain: testChain.chain,
    nodeState: () => node,
    indexStatus: () => projection.status,
    logger: pino({ level: 'debug' }, { write: (line: string) => void log.push(line) }),
  };
  const server = await startExplorerApi({ ...context, ...changes(context) }, { host: '127.0.0.1', port: 0 });
  return {
    url: server.url,
    testChain,
    node,
    projection,
    log,
    get: (path, request) => send(server.url, path, request),
    close: async () => {
      await server.close();
      await testChain.remove();
    },
  };
}
