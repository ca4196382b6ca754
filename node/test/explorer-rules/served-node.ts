/** For tests only: a node in this process, queried over HTTP, and a sample chain. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encodeTransaction, transactionId, type Transaction } from '@cairn/protocol';
import { pino } from 'pino';
import { expect, vi } from 'vitest';
import { mineTestBlock, transfer, type TestBlockOptions } from '../../src/chain/test-support.ts';
import { readNodeConfig } from '../../src/config.ts';
import { send, type TestRequest, type TestResponse } from '@cairn/http/test-support';
import { startNode, type RunningNode } from '../../src/node.ts';
import { optionsOf } from '../../src/commands/test-support.ts';

export interface ServedNode extends RunningNode {
  /** The data directory. */
  readonly path: string;
  /** Everything that was logged, one JSON line each. */
  readonly log: string[];
  get(path: string, request?: TestRequest): Promise<TestResponse>;
  /** The JSON body of a success; fails the test otherwise. */
  json<Body = Record<string, unknown>>(path: string): Promise<Body>;
  /** Appends a block to the chain, without waiting for the index. */
  mine(transfers?: readonly Transaction[], options?: TestBlockOptions): Promise<void>;
  /** Resolves when the status reports that the index has caught up with the chain. */
  caughtUp(): Promise<void>;
  /** Closes the node and removes its files. */
  remove(): Promise<void>;
}

interface ServedNodeOptions {
  /** Whether the node has a projection; true by default. */
  readonly index?: boolean;
  /** URL of the projection's database; a SQLite file by default. */
  readonly database?: string;
  readonly path?: string;
}

export async function serveNode({
  index = true,
  database = 'true',
  path = mkdtempSync(join(tmpdir(), 'cairn-rules-')),
}: ServedNodeOptions = {}): Promise<ServedNode> {
  const flags = { 'explorer-port': '0', 'rpc-port': '0', 'data-dir': path, 'no-p2p': 'true' };
  const options = optionsOf({ ...flags, ...(index && { index: database }) });
  const log: string[] = [];
  const logger = pino({ level: 'info' }, { write: (line: string) => void log.push(line) });
  const node = await startNode(readNodeConfig(options), { logger });
  const get: ServedNode['get'] = (target, request) => send(node.urls.explorer, target, request);
  const json: ServedNode['json'] = async <Body>(target: string) => {
    const { status, headers, text } = await get(target);
    expect([target, status, headers['content-type']]).toEqual([target, 200, 'application/json']);
    return JSON.parse(text) as Body;
  };
  return {
    ...node,
    path,
    log,
    get,
    json,
    mine: async (transfers, options) => void (await mineTestBlock(node.chain, transfers, options)),
    caughtUp: () => waitUntilCaughtUp(json),
    remove: async () => {
      await node.close();
      rmSync(path, { recursive: true, force: true });
    },
  };
}

interface StatusBody {
  readonly height: number;
  readonly index: { readonly state: string; readonly indexed_height: number };
}

async function waitUntilCaughtUp(json: ServedNode['json']): Promise<void> {
  const hasCaughtUp = async (): Promise<boolean> => {
    const { height, index } = await json<StatusBody>('/api/v1/status');
    return index.state === 'ready' && index.indexed_height === height;
  };
  await vi.waitUntil(hasCaughtUp, { interval: 10, timeout: 60_000 });
}

/** The transfers of the newest block of `serveSample`: one, one back, one to oneself. */
const SAMPLE_TRANSFERS: readonly Transaction[] = [
  transfer({ from: 1, to: 2, nonce: 1, value: 700n, fee: 5n }),
  transfer({ from: 2, to: 1, nonce: 1, value: 300n, fee: 4n }),
  transfer({ from: 3, to: 3, nonce: 1, value: 90n, fee: 3n }),
];
export const SAMPLE_IDS = SAMPLE_TRANSFERS.map((one) => transactionId(encodeTransaction(one)));
/** Height of the tip of `serveSample`. */
export const SAMPLE_TIP = 12;

/** A node whose index is ready, with 13 blocks. */
export async function serveSample(): Promise<ServedNode> {
  return makeSample(await serveNode());
}

/** Mines the sample's blocks on a new node. */
export async function makeSample(node: ServedNode): Promise<ServedNode> {
  for (let height = 1; height < SAMPLE_TIP; height += 1) await node.mine();
  await node.mine(SAMPLE_TRANSFERS);
  await node.caughtUp();
  return node;
}
