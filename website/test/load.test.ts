import { request } from '../src/site/request.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AstroPage } from '../src/site/server.ts';
import { type Explorer, openExplorer, withIndex } from './explorer.ts';

// The data that the server loads for a page.

let api: Explorer;

beforeAll(async () => {
  api = await openExplorer();
});
afterAll(() => api.close());
beforeEach(() => void vi.stubGlobal('fetch', api.fetch));
afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  vi.resetModules();
  api.lies = [];
});

/** `loadOnServer` of a server with this API. */
async function loaderFor(url = '') {
  vi.stubEnv('PUBLIC_EXPLORER_API_URL', url);
  vi.resetModules();
  return import('../src/site/server.ts');
}

/** A block, by what may be no reference. */
const blockRequest = (reference: string) =>
  request(`block ${reference}`, (client, options) => client.getBlock({ height_or_hash: reference }, options));

const astroAt = (path: string): AstroPage => ({
  url: new URL(path, 'http://site'),
  response: { headers: new Headers() },
});

describe('a page on the server', () => {
  it('has the chain’s status, the answers to its requests, and the language of its path', async () => {
    const { loadOnServer } = await loaderFor(api.url);
    const astro = astroAt('/de/blocks/12');
    const { island, context, answerTo, answered } = await loadOnServer(astro, [blockRequest('12')]);
    expect(answered).toBe(true);
    expect(context).toMatchObject({ locale: 'de', chain: { status: { height: 12, network: 'devnet' } } });
    expect(answerTo(blockRequest('12'))).toMatchObject({ data: { block: { height: 12 } } });
    expect(astro.response.status).toBeUndefined();
    expect(JSON.parse(JSON.stringify(island))).toEqual(island);
  });

  it.each([
    ['does not exist', '99999', 'not_found'],
    ['has an invalid reference', 'nonsense', 'invalid'],
  ])('has status 404 for a block that %s', async (_, reference, kind) => {
    const { loadOnServer } = await loaderFor(api.url);
    const astro = astroAt(`/blocks/${reference}`);
    const { answerTo } = await loadOnServer(astro, [blockRequest(reference)]);
    expect(astro.response).toMatchObject({ status: 404, statusText: 'Not Found' });
    expect(answerTo(blockRequest(reference))).toMatchObject({ failure: { kind } });
  });

  it('has status 200 if only the index is missing', async () => {
    api.lies = withIndex('disabled');
    const { loadOnServer } = await loaderFor(api.url);
    const { from_address: address } = api.transactions.at(-1)!;
    const astro = astroAt(`/addresses/${address}`);
    const history = request('history', (client, options) =>
      client.listAddressTransactions({ address }, options),
    );
    const { answerTo } = await loadOnServer(astro, [history]);
    expect(astro.response.status).toBeUndefined();
    expect(answerTo(history)).toMatchObject({ failure: { kind: 'index', state: 'disabled' } });
  });

  it('waits only briefly for an API that does not answer, and the next page does not wait', async () => {
    let requests = 0;
    vi.stubGlobal('fetch', (_: string, { signal }: RequestInit) => {
      requests += 1;
      return new Promise((_resolve, reject) => {
        signal!.addEventListener('abort', () => reject(signal!.reason as Error));
      });
    });
    const { loadOnServer } = await loaderFor(api.url);
    const astro = astroAt('/blocks/1');
    const first = await loadOnServer(astro, [blockRequest('1')]);
    expect(first).toMatchObject({
      answered: false,
      island: { initial: {} },
      context: { chain: { status: undefined } },
    });
    expect(astro.response).toMatchObject({ status: 503, statusText: 'Service Unavailable' });
    const before = requests;
    expect((await loadOnServer(astroAt('/'))).answered).toBe(false);
    expect(requests).toBe(before);
  });

  it('makes no request in the preview build', async () => {
    const { loadOnServer } = await loaderFor();
    const ask = vi.fn<() => Promise<never>>();
    expect(await loadOnServer(astroAt('/'), [request('nothing', ask)])).toMatchObject({
      answered: undefined,
      island: { initial: {} },
    });
    expect(ask).not.toHaveBeenCalled();
  });
});
