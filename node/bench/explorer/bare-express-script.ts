/**
 * The ceiling for uncached answers: a bare Express server that reads the same data from the node's stores and calls
 * `response.json`. It has the node's handlers, but no validation, entity tags, cache, CORS or log. Arguments: the data
 * directory of the node, which may be running; a copy of its `core/`, because LevelDB allows only one process. Prints
 * its port.
 */
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import {
  parsePath,
  parseQuery,
  type RouteBody,
  type RouteCall,
  type RouteDefinition,
  type RouteOutput,
} from '@cairn/api';
import compression from 'compression';
import express from 'express';
import { pino } from 'pino';
import { Chain } from '../../src/chain/chain.ts';
import { FeeEstimator } from '../../src/chain/fee-estimate.ts';
import {
  ChainReader,
  DISABLED_INDEX,
  type CoreReader,
  type ExplorerContext,
} from '../../src/explorer-api/index.ts';
import type { ExplorerRouter } from '../../src/explorer-api/router.ts';
import { RESOURCES } from '../../src/explorer-api/routes/index.ts';
import { NETWORK } from '../senders.ts';
import { PROJECTION_FILE } from './explorer-bench.ts';
import { openIndex } from './open-index.ts';

const [directory, coreCopy] = process.argv.slice(2);
const logger = pino({ level: 'silent' });
const dataDirectory = {
  blocks: join(directory!, 'blocks'),
  core: coreCopy!,
  side: join(coreCopy!, '..', 'side'), // the node has locked its own
};
const clock = (): number => Math.floor(Date.now() / 1_000);
const chain = await Chain.open({ dataDirectory, network: NETWORK, logger, clock });
const { index, close } = openIndex(join(directory!, PROJECTION_FILE));
const fees = new FeeEstimator();
const context: ExplorerContext = {
  network: NETWORK,
  chain,
  reader: (request) => new ChainReader(chain, fees, request),
  index: () => index,
  nodeState: () => ({ syncing: false, ready: true }),
  indexStatus: () => DISABLED_INDEX,
  logger,
};

const app = express().disable('x-powered-by').use(compression());
function bind<Route extends RouteDefinition>(
  route: Route,
  answer: (call: RouteCall<Route>, reader: CoreReader) => Promise<RouteOutput<Route>>,
): void {
  app.get(route.path.replaceAll(/\{(\w+)\}/g, ':$1'), async (request, response) => {
    const path = parsePath(route, request.params);
    const query = parseQuery(route, new URLSearchParams(request.query as Record<string, string>).toString());
    if (!path.ok || !query.ok) {
      response.status(400).end();
      return;
    }
    const body = undefined as RouteBody<Route>;
    using reader = context.reader(new AbortController().signal);
    response.json(await answer({ ...path.value, ...query.value, body }, reader));
  });
}

const router: ExplorerRouter = {
  json: (route, _dependsOn, answer) => bind(route, answer),
  indexed: (route, answer) => bind(route, (call, reader) => answer(call, index, reader)),
  bytes() {},
};
for (const bindResource of RESOURCES) bindResource(router, context);

const server = app.listen(0, '127.0.0.1', () => {
  console.log(`port ${(server.address() as AddressInfo).port}`);
});
process.on('SIGTERM', () => {
  server.close();
  server.closeAllConnections();
  void close();
  void chain.close();
});
