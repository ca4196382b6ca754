import { describe, expect, it } from 'vitest';
import { openSource } from './api-source.ts';
import { GENESIS, headerServer, idOf, mined, timeAt } from '../../../test/header-server.ts';
import { Walk } from './walk.ts';
import { askWitnesses, type WitnessOptions } from './witnesses.ts';

const LENGTH = 500;
const headers = mined(GENESIS, LENGTH);
const now = () => timeAt(LENGTH);
const tipOf = (of: readonly Uint8Array[]) => ({ height: of.length - 1, id: idOf(of) });

async function ask(fetch: typeof globalThis.fetch, options: WitnessOptions = {}, most?: number) {
  const source = openSource('http://api.test', headerServer(headers).fetch);
  const walk = await Walk.open(source, { now, checkpoints: {}, most });
  const [witness] = await askWitnesses(['http://witness.test'], walk, { fetch, now, ...options });
  return witness!.outcome;
}

describe('a witness', () => {
  it('agrees in two requests', async () => {
    const server = headerServer(headers);
    expect(await ask(server.fetch)).toEqual({ kind: 'agrees', tip: tipOf(headers) });
    expect(server.asked).toEqual(['/status', '/headers?from=499&count=1']);
  });

  it('agrees up to its own tip if it is behind', async () => {
    const behind = headers.slice(0, 400);
    expect(await ask(headerServer(behind).fetch)).toEqual({ kind: 'agrees', tip: tipOf(behind) });
  });

  it('is ahead with valid blocks', async () => {
    const ahead = mined(headers, 503);
    expect(await ask(headerServer(ahead).fetch)).toEqual({
      kind: 'ahead',
      tip: tipOf(ahead),
      since: timeAt(500),
    });
  });

  it.each([
    ['heavier', 501],
    ['lighter', 500],
    ['lighter', 480],
  ])('has a branch that is %s, of %i blocks', async (kind, length) => {
    const branch = mined(headers.slice(0, 471), length, 'cd');
    const server = headerServer(branch);
    expect(await ask(server.fetch)).toEqual({ kind, tip: tipOf(branch), fork: 470 });
    expect(server.asked.length).toBeLessThan(14);
  });

  it.each([
    ['a branch that breaks a rule', (branch: readonly Uint8Array[]) => branch.with(490, headers[490]!)],
    ['a header that is none', (branch: readonly Uint8Array[]) => branch.with(490, new Uint8Array(118))],
  ])('with %s is broken', async (_, alter) => {
    const branch = mined(headers.slice(0, 471), 510, 'cd');
    expect(await ask(headerServer(alter(branch)).fetch)).toMatchObject({ kind: 'broken' });
  });

  it.each(['<html>', '{}', '{"height": "much"}', ''])('that answers %j is broken', async (body) => {
    const junk = () => Promise.resolve(new Response(body));
    expect(await ask(junk)).toMatchObject({ kind: 'broken' });
  });

  it('that is away, slow or refuses says nothing', async () => {
    const away = () => Promise.reject(new TypeError('no connection'));
    expect(await ask(away)).toEqual({ kind: 'unknown', reason: 'unreachable' });
    const refuses = () => Promise.resolve(Response.json({ error: 'too_many_requests' }, { status: 429 }));
    expect(await ask(refuses)).toEqual({ kind: 'unknown', reason: 'unreachable' });
    const slow: typeof fetch = (_, init) =>
      new Promise((_resolve, reject) => {
        init!.signal!.addEventListener('abort', () => reject(init!.signal!.reason as Error));
      });
    expect(await ask(slow, { timeoutMs: 5 })).toEqual({ kind: 'unknown', reason: 'slow' });
  });

  it('whose branch leaves a walk in part below it, or is too long, is not judged', async () => {
    const branch = mined(headers.slice(0, 300), 510, 'cd');
    const outcome = { kind: 'unknown', reason: 'too_far' };
    expect(await ask(headerServer(branch).fetch, {}, 100)).toEqual(outcome);
    expect(await ask(headerServer(mined(headers, 4_601)).fetch)).toEqual(outcome);
  });

  it('of another chain is none of ours', async () => {
    const other = headers.slice(2, 5); // its blocks 0 to 2 are none of ours
    expect(await ask(headerServer(other).fetch)).toEqual({ kind: 'unknown', reason: 'other_network' });
  });
});
