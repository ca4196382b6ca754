/** For tests only: the Explorer API over a real chain. */
import { encodeTransaction, transactionId } from '@cairn/protocol';
import { pino, type Logger } from 'pino';
import {
  mineTestBlock,
  openTestChain,
  transfer,
  type TestChain,
  type TestChainOptions,
} from '../chain/test-support.ts';
import { send, withChanges, type TestRequest, type TestResponse } from '@cairn/http/test-support';
import type { AddressSummary } from '@cairn/api/explorer';
import { IndexReader } from '../projection/index-reader.ts';
import type { ProjectionReader } from '../projection/index.ts';
import { SqliteReadingEngine } from '../projection/sqlite/engine.ts';
import { DISABLED_INDEX, type IndexStatus } from './context.ts';
import type { EventLimits } from './events/event-hub.ts';
import { serveTestChain, type TestParts } from './serve-test-chain.ts';

export interface TestExplorer {
  readonly url: string;
  readonly testChain: TestChain;
  /** The node's state; tests change it. */
  readonly node: { syncing: boolean; ready: boolean };
  /** The projection's state; tests change it. */
  readonly projection: { status: IndexStatus };
  readonly logger: Logger;
  /** The logged JSON lines. */
  readonly log: string[];
  get(path: string, request?: TestRequest): Promise<TestResponse>;
  close(): Promise<void>;
}

/** Height of the tip of `startSampleExplorer`. */
export const SAMPLE_TIP = 13;

/** The three transfers, from development account 1 to 2, in the newest block of `startSampleExplorer`. */
export const SAMPLE_TRANSFERS = [1, 2, 3].map((nonce) =>
  transfer({ from: 1, to: 2, nonce, value: 10n, fee: 2n }),
);
export const SAMPLE_TRANSFER_IDS = SAMPLE_TRANSFERS.map((transaction) =>
  transactionId(encodeTransaction(transaction)),
);

export interface SampleExplorer extends TestExplorer {
  /** Block IDs by height. */
  readonly ids: readonly string[];
  /** Returns the JSON body of a 200 answer, and fails the test otherwise. */
  json(path: string): Promise<unknown>;
}

/** The Explorer API over a chain of 14 blocks. */
export async function startSampleExplorer(
  changes?: (parts: TestParts) => Partial<TestParts>,
): Promise<SampleExplorer> {
  const explorer = await startTestExplorer(changes);
  const { chain } = explorer.testChain;
  for (let height = 1; height < SAMPLE_TIP; height += 1) await mineTestBlock(chain);
  await mineTestBlock(chain, SAMPLE_TRANSFERS);
  return {
    ...explorer,
    ids: Array.from({ length: SAMPLE_TIP + 1 }, (_, height) => chain.view.block(height)!.id),
    json: async (path) => {
      const { status, headers, json } = await explorer.get(path);
      const type = headers['content-type'];
      if (status !== 200 || type !== 'application/json') throw new Error(`${path}: ${status} ${type}`);
      return json;
    },
  };
}

/** @param changes returns replacements for some of the real parts */
export async function startTestExplorer(
  changes: (parts: TestParts) => Partial<TestParts> = () => ({}),
  chainOptions: TestChainOptions = {},
  eventLimits?: EventLimits,
): Promise<TestExplorer> {
  const testChain = await openTestChain(chainOptions);
  const log: string[] = [];
  const node = { syncing: false, ready: true };
  const projection = { status: DISABLED_INDEX };
  const real: TestParts = {
    network: testChain.chain.network,
    chain: testChain.chain,
    nodeState: () => node,
    indexStatus: () => projection.status,
    logger: pino({ level: 'info' }, { write: (line: string) => void log.push(line) }),
  };
  const server = await serveTestChain({ ...real, ...changes(real) }, testChain, eventLimits);
  return {
    url: server.url,
    testChain,
    node,
    projection,
    log,
    logger: real.logger,
    get: (path, request) => send(server.url, path, request),
    close: async () => {
      await server.close();
      await testChain.remove();
    },
  };
}

/** A ready index whose ranking comes from a function; it has no tables. */
export function rankingFrom(
  addresses: ProjectionReader['addresses'],
): Pick<TestParts, 'index' | 'indexStatus'> {
  const engine = new SqliteReadingEngine('absent.sqlite');
  const reader = withChanges<ProjectionReader>(
    new IndexReader(engine.dialect, async (question, parameters) => engine.ask(question, parameters)),
    { addresses },
  );
  return {
    index: () => reader,
    indexStatus: () => ({ state: 'ready', indexedHeight: 0, targetHeight: 0, progress: 100 }),
  };
}

/** @param name in the place of the address, of any length */
export function rankedAddress(name: string): AddressSummary {
  return {
    address: name,
    balance: '0',
    nonce: 0,
    total_received: '0',
    total_sent: '0',
    total_fees: '0',
    transaction_count: 1,
    first_seen_height: 0,
    last_seen_height: 0,
  };
}
