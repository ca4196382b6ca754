import { describe, expect, it } from 'vitest';
import { createExplorerClient } from '@cairn/api/explorer';
import { GENESIS, headerServer, mined, timeAt } from '../../../test/header-server.ts';
import { Walk } from './walk.ts';
import { askWitness, type WitnessOptions } from './witnesses.ts';

const LENGTH = 500;
const headers = mined(GENESIS, LENGTH);
const now = () => timeAt(LENGTH);

async function ask(fetch: typeof globalThis.fetch, options: WitnessOptions = {}, most?: number) {
  const client = createExplorerClient({ baseUrl: 'http://api.test', fetch: headerServer(headers).fetch });
  const walk = await Walk.open(client, { now, checkpoints: {}, most });
  const { url: _url, ...said } = await askWitness('http://witness.test', walk, { fetch, ...options });
  return said;
}

describe('a witness', () => {
  it('agrees in one request', async () => {
    const server = headerServer(headers);
    expect(await ask(server.fetch)).toEqual({ kind: 'agrees', height: 499, shared: 499 });
    expect(server.asked).toEqual(['/status']);
  });

  it('agrees up to its own tip if it is behind', async () => {
    const { fetch } = headerServer(headers.slice(0, 400));
    expect(await ask(fetch)).toEqual({ kind: 'agrees', height: 399, shared: 399 });
  });

  it('is ahead with valid blocks', async () => {
    const { fetch } = headerServer(mined(headers, 503));
    expect(await ask(fetch)).toEqual({ kind: 'ahead', height: 502, shared: 499, since: timeAt(500) });
  });

  it.each([
    ['heavier', 501],
    ['lighter', 500],
    ['lighter', 480],
  ])('has a branch that is %s, of %i blocks', async (kind, length) => {
    const server = headerServer(mined(headers.slice(0, 471), length, 'cd'));
    expect(await ask(server.fetch)).toEqual({ kind, height: length - 1, shared: 470 });
    expect(server.asked.length).toBeLessThan(14);
  });

  it.each([
    ['a branch that breaks a rule', (branch: readonly Uint8Array[]) => branch.with(490, headers[490]!)],
    ['a header that is none', (branch: readonly Uint8Array[]) => branch.with(490, new Uint8Array(118))],
  ])('with %s is not judged', async (_, alter) => {
    const branch = mined(headers.slice(0, 471), 510, 'cd');
    const outcome = { kind: 'unknown', reason: 'invalid_chain' };
    expect(await ask(headerServer(alter(branch)).fetch)).toEqual(outcome);
  });

  it.each(['<html>', '{}', '{"height": "much"}', ''])('that answers %j is not read', async (body) => {
    const junk = () => Promise.resolve(new Response(body));
    expect(await ask(junk)).toEqual({ kind: 'unknown', reason: 'unreadable' });
  });

  it('that is away, slow or refuses says nothing', async () => {
    const away = () => Promise.reject(new TypeError('no connection'));
    expect(await ask(away)).toEqual({ kind: 'unknown', reason: 'unreachable' });
    const refuses = () => Promise.resolve(Response.json({ error: 'too_many_requests' }, { status: 429 }));
    expect(await ask(refuses)).toEqual({ kind: 'unknown', reason: 'refused' });
    const slow: typeof fetch = (_, init) =>
      new Promise((_resolve, reject) => {
        const { signal } = init!;
        signal?.addEventListener('abort', () => reject(signal.reason as Error));
      });
    expect(await ask(slow, { timeoutMs: 5 })).toEqual({ kind: 'unknown', reason: 'unreachable' });
  });

  it('whose branch leaves the walk below its first header, or is too long, is not judged', async () => {
    const { fetch } = headerServer(mined(headers.slice(0, 300), 510, 'cd'));
    expect(await ask(fetch, {}, 100)).toEqual({ kind: 'unknown', reason: 'checkpoint' });
    const long = headerServer(mined(headers, 4_601)).fetch;
    expect(await ask(long)).toEqual({ kind: 'unknown', reason: 'too_far' });
    const other = headerServer(headers.slice(2, 5)).fetch; // its blocks 0 to 2 are none of ours
    expect(await ask(other)).toEqual({ kind: 'unknown', reason: 'checkpoint' });
  });
});
