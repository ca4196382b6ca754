import { buildExplorerOpenApi } from '@cairn/api/openapi';
import { inMemory, MemoryChain } from '@cairn/chain/memory';
import { expectSame } from '@cairn/chain/memory/test-support';
import { blocksOf, runtime } from '@cairn/chain/test-support';
import { VERSION } from '@cairn/http/version';
import Database from 'better-sqlite3';
import { pino } from 'pino';
import { describe } from 'vitest';
import { until } from '../projection/test-support.ts';
import { mineSample, testContract } from './contract-test-support.ts';
import { startExplorerApi } from './server.ts';

describe('the Explorer API of a node, and of a chain without a server', () => {
  testContract(async () => {
    const memory = await MemoryChain.open({
      runtime,
      version: VERSION,
      contract: JSON.stringify(buildExplorerOpenApi()),
      index: inMemory(() => new Database(':memory:')),
    });
    const { chain, context } = memory;
    await mineSample(chain);
    await until(() => context.indexStatus().indexedHeight === chain.tip().height);
    const log: string[] = [];
    const logger = pino({ level: 'info' }, { write: (line: string) => void log.push(line) });
    const api = await startExplorerApi({ ...context, logger }, { host: '127.0.0.1', port: 0 });
    return {
      url: api.url,
      blocks: await blocksOf(memory),
      log,
      isReplica: false,
      expectSame: (...exchange) => expectSame(memory, 'explorer', ...exchange),
      close: async () => {
        await api.close();
        await memory.close();
      },
    };
  });
});
