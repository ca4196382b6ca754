/**
 * The ceiling for uncached answers: a bare Express server that reads the same data from the node's stores and calls
 * `response.json`. It has the node's handlers, but no validation, entity tags, cache, CORS or log. Arguments: the data
 * directory of the node, which may be running; a copy of its `core/`, because LevelDB allows only one process. Prints
 * its port.
 */
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { QueryParameter } from '@cairn/api';
import compression from 'compression';
import express from 'express';
import { pino } from 'pino';
import { ChainStore } from '../../src/chain/chain-store.ts';
import { TransactionChecker } from '../../src/chain/transaction-checker.ts';
import { DISABLED_INDEX, NodeReader, type ExplorerContext } from '../../src/explorer-api/index.ts';
import { EXPLORER_ROUTES } from '../../src/explorer-api/routes/index.ts';
import { BlockFiles } from '../../src/storage/block-files.ts';
import { CoreIndex } from '../../src/storage/core-index.ts';
import { NETWORK } from '../senders.ts';
import { PROJECTION_FILE } from './explorer-bench.ts';
import { openIndex } from './open-index.ts';

const [directory, coreCopy] = process.argv.slice(2);
const logger = pino({ level: 'silent' });
const core = await CoreIndex.open(coreCopy!);
const files = await BlockFiles.open(join(directory!, 'blocks'), NETWORK);
const checker = new TransactionChecker(NETWORK);
const store = new ChainStore({ network: NETWORK, index: core, files, checker, logger });
const index = openIndex(join(directory!, PROJECTION_FILE));
const context: ExplorerContext = {
  network: NETWORK,
  chain: {
    tip: () => store.tip(),
    blockSummary: (height) => store.blockSummary(height),
    staleBlocks: () => [],
    branchesVersion: 0,
    reorganizationFrom: () => undefined,
    subscribe: () => () => undefined,
  },
  reader: new NodeReader(store, () => index),
  nodeState: () => ({ syncing: false, ready: true }),
  indexStatus: () => DISABLED_INDEX,
  logger,
};

const app = express().disable('x-powered-by').use(compression());
for (const binding of EXPLORER_ROUTES) {
  if (!('answer' in binding)) continue;
  const { route, answer } = binding;
  const parameters = Object.entries<QueryParameter>(route.query);
  app.get(route.path.replaceAll(/\{(\w+)\}/g, ':$1'), async (request, response) => {
    const input: Record<string, unknown> = {};
    for (const [name, { parse }] of Object.entries(route.params)) {
      const parsed = parse(String(request.params[name]));
      input[name] = parsed.ok ? parsed.value : undefined;
    }
    for (const [name, parameter] of parameters) {
      const text = request.query[name];
      if (parameter.kind === 'integer') input[name] = text === undefined ? parameter.default : Number(text);
    }
    response.json(await answer(context, input as never));
  });
}

const server = app.listen(0, '127.0.0.1', () => {
  console.log(`port ${(server.address() as AddressInfo).port}`);
});
process.on('SIGTERM', () => {
  server.close();
  server.closeAllConnections();
  void index.close();
  void store.close();
});
