import { afterEach, beforeEach, expect, it } from 'vitest';
import { MemoryChain } from '../../memory/memory-chain.ts';
import type { Runtime } from '../../runtime.ts';
import { runtime } from '../../test-support.ts';
import { eventBody } from './event-body.ts';
import { EVENT_LIMITS, EventHub } from './event-hub.ts';

let chain: MemoryChain;
/** Has room for one stream, to which it always sends. */
let hub: EventHub;
/** What ends its timers. */
let timers: Set<AbortSignal | undefined>;

beforeEach(async () => {
  chain = await MemoryChain.open({ runtime, version: '1.2.3', contract: 'contract' });
  timers = new Set();
  const sleep: Runtime['sleep'] = (_, signal) => {
    timers.add(signal);
    return runtime.turn();
  };
  hub = new EventHub(chain.context, sleep, { ...EVENT_LIMITS, streams: 1 });
});
afterEach(async () => {
  hub.close();
  await chain.close();
});

const open = (request = new AbortController()) => eventBody(hub, undefined, request.signal);
const textOf = async (body: ReadableStream<Uint8Array>): Promise<string> =>
  Buffer.concat(await Array.fromAsync(body)).toString();

it.each<[string, string | undefined, (body: ReadableStream, request: AbortController) => unknown]>([
  ['its reader has left', undefined, (body) => body.cancel()],
  [
    'its request has ended',
    'the reader is tired',
    (_, request) => request.abort(new Error('the reader is tired')),
  ],
  ['too much is left unread', 'left unread', () => undefined],
])('a stream makes room for another once %s', async (_, problem, leave) => {
  const request = new AbortController();
  const body = open(request);
  expect(() => open()).toThrow('too_many_streams');
  await leave(body, request);
  await expect.poll(() => open()).toBeInstanceOf(ReadableStream);
  expect([...timers].map((signal) => signal?.aborted)).toEqual([true, false]);
  if (problem === undefined) expect(await textOf(body)).toBe('');
  else await expect(textOf(body)).rejects.toThrow(problem);
});

it('a stream ends with its hub', async () => {
  const body = open();
  hub.close();
  expect(await textOf(body)).toMatch(new RegExp(`^retry: 3000\nid: 0-${chain.chain.tip().id}\n\n`));
});

it('a request that has ended opens none', () => {
  const request = new AbortController();
  request.abort(new Error('gone'));
  expect(() => open(request)).toThrow('gone');
  expect(open()).toBeInstanceOf(ReadableStream);
});
