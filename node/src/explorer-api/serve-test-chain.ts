/**
 * For tests only: serves the chain that a contract test builds. Contract tests of the projection in PostgreSQL mock
 * this module.
 */
import type { Chain } from '../chain/chain.ts';
import type { TestChain } from '../chain/test-support.ts';
import type { RunningServer } from '@cairn/http';
import type { ExplorerContext } from './context.ts';
import type { EventLimits } from './events/event-hub.ts';
import { FeeEstimator } from '../chain/fee-estimate.ts';
import { ChainReader } from './core-reader.ts';
import { startExplorerApi } from './server.ts';

/** Parts that a test may replace: of the context, and of its reader. */
export interface TestParts extends Omit<ExplorerContext, 'chain' | 'reader' | 'index'> {
  readonly chain: Chain;
  /** By default none. */
  index?(): ReturnType<ExplorerContext['index']>;
}

/** @param parts what the server needs of a node, some of it replaced by the test */
export async function serveTestChain(
  parts: TestParts,
  _testChain: TestChain,
  eventLimits?: EventLimits,
): Promise<RunningServer> {
  const fees = new FeeEstimator();
  return startExplorerApi(
    { index: () => undefined, ...parts, reader: (request) => new ChainReader(parts.chain, fees, request) },
    { host: '127.0.0.1', port: 0 },
    eventLimits,
  );
}
