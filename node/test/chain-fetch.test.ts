/** A chain in memory answers what servers answer for it; walks of their own compare its routes (contract.test.ts, control-server.test.ts). */
import { setImmediate, setTimeout } from 'node:timers/promises';
import { inMemory, MemoryChain, seededRuntime } from '@cairn/chain/memory';
import { VERSION } from '@cairn/http/version';
import { getNetwork } from '@cairn/protocol';
import type { SqlPlace } from '@cairn/chain/projection';
import Database from 'better-sqlite3';
import { pino } from 'pino';
import { expect, it, onTestFinished } from 'vitest';
import { openTestStream } from '../src/explorer-api/events/test-support.ts';
import { startExplorerApi } from '../src/explorer-api/server.ts';
import { startRpc } from '../src/local-rpc/server.ts';

const TOKEN = 'a'.repeat(64);
const ADDRESS = { host: '127.0.0.1', port: 0 };
const logger = pino({ level: 'silent' });

async function open(index?: SqlPlace) {
  const runtime = seededRuntime(7, getNetwork('devnet').genesisTime * 1_000, {
    sleep: async (milliseconds, signal) => {
      await setTimeout(milliseconds, undefined, signal && { signal }).catch(() => undefined);
    },
    turn: () => setImmediate(),
  });
  const chain = await MemoryChain.open({ runtime, version: VERSION, contract: '', index });
  onTestFinished(() => chain.close());
  return chain;
}

it('events over fetch are those over a socket, until the reader leaves or the chain is closed', async () => {
  const chain = await open();
  await chain.control.mine({ blocks: 2 });
  const api = await startExplorerApi({ ...chain.context, logger }, ADDRESS);
  onTestFinished(() => api.close());
  const socket = await openTestStream(api.url, { query: '?last_event_id=1' });
  const leaving = new AbortController();
  const subscribe = (signal?: AbortSignal) =>
    chain.fetch('http://explorer/api/v1/events?last_event_id=1', signal && { signal });
  const [left, stayed] = await Promise.all([subscribe(leaving.signal), subscribe()]);
  expect([stayed.status, stayed.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
  await chain.control.reorganize({ depth: 1 });
  leaving.abort(new Error('seen enough'));
  await expect(left.text()).rejects.toThrow('seen enough');
  await chain.control.mine({ blocks: 1 });
  await expect.poll(() => socket.events().at(-1)?.id).toBe(4);
  await chain.close();
  expect(await stayed.text()).toBe(socket.text());
});

it('servers stand in the weather: cut off, or with chain and index as they were', async () => {
  const chain = await open(inMemory(() => new Database(':memory:')));
  const weather = chain.control.weather;
  const servers = await Promise.all([
    startExplorerApi({ ...chain.context, logger }, ADDRESS),
    startRpc({ ...chain.rpcContext, logger, weather }, { ...ADDRESS, token: TOKEN }),
  ]);
  for (const server of servers) onTestFinished(() => server.close());
  const [explorer, rpc] = servers.map(({ url }) => url);
  const heights = async () => {
    const [status, indexed, state] = await Promise.all(
      [`${explorer}/api/v1/status`, `${explorer}/api/v1/transactions?limit=1`, `${rpc}/v1/status`].map(
        async (url) => (await fetch(url, { headers: { authorization: `Bearer ${TOKEN}` } })).json(),
      ),
    );
    return [status.height, indexed.items[0].block_height, state.height];
  };
  await chain.control.mine({ blocks: 2 });
  await chain.control.setWeather({
    events: [
      { at: 1, event: 'behind', seconds: 10 },
      { at: 3, event: 'reorganization', depth: 2, keep: 'all' },
      { at: 20, event: 'away', seconds: 10 },
      { at: 40, event: 'break' },
    ],
    block_seconds: 30,
  });
  const advance = (seconds: number) => chain.control.time({ advance_seconds: seconds });
  await advance(5);
  expect(await heights()).toEqual([2, 2, 3]);
  await advance(10);
  expect(await heights()).toEqual([3, 3, 3]);
  await advance(10);
  await expect(heights()).rejects.toThrow('fetch failed');
  await advance(10);
  expect(await heights()).toEqual([4, 4, 4]);
});
