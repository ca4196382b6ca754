/** For tests only: what serves the chain that a test of the contract builds. Tests of other engines put theirs here. */
import type { TestChain } from '../chain/test-support.ts';
import type { RunningServer } from '../http/running-server.ts';
import type { ExplorerContext } from './context.ts';
import type { EventLimits } from './events/event-hub.ts';
import { startExplorerApi } from './server.ts';

/** @param context of a node that has the chain, with the changes that the test made */
export async function serveTestChain(
  context: ExplorerContext,
  _testChain: TestChain,
  eventLimits?: EventLimits,
): Promise<RunningServer> {
  return startExplorerApi(context, { host: '127.0.0.1', port: 0 }, eventLimits);
}
