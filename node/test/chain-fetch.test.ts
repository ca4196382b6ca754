import { setImmediate, setTimeout } from 'node:timers/promises';
import { MemoryChain, seededRuntime } from '@cairn/chain/memory';
import { buildExplorerOpenApi } from '@cairn/api/openapi';
import { VERSION } from '@cairn/http/version';
import { send, type TestRequest } from '@cairn/http/test-support';
import { getNetwork } from '@cairn/protocol';
import { developmentAccounts } from '@cairn/protocol/development-accounts';
import Database from 'better-sqlite3';
import { pino } from 'pino';
import { expect, it, onTestFinished } from 'vitest';
import { serveControlPort } from '../src/devnet-control/control-server.ts';
import { startExplorerApi } from '../src/explorer-api/server.ts';

const HEADERS = ['content-type', 'cache-control', 'etag', 'allow', 'retry-after'];
const RECIPIENT = developmentAccounts(getNetwork('devnet'))[4]!.address;
const TOKEN = 'a'.repeat(64);
const logger = pino({ level: 'silent' });
const JSON_BODY = { 'content-type': 'application/json' };
const post = (body: unknown, headers: Record<string, string> = JSON_BODY): TestRequest => ({
  method: 'POST',
  headers,
  body: typeof body === 'string' ? body : JSON.stringify(body),
});

async function open() {
  const runtime = seededRuntime(7, Date.UTC(2026, 0, 1), {
    sleep: async (milliseconds) => setTimeout(milliseconds),
    turn: () => setImmediate(),
  });
  const contract = JSON.stringify(buildExplorerOpenApi());
  const openIndex = () => new Database(':memory:');
  const chain = await MemoryChain.open({ runtime, version: VERSION, contract, openIndex });
  const address = { host: '127.0.0.1', port: 0 };
  const explorer = await startExplorerApi({ ...chain.context, logger }, address);
  const control = await serveControlPort(chain.control, address, { token: TOKEN, origins: [] }, logger);
  onTestFinished(async () => {
    await explorer.close();
    await control.close();
    await chain.close();
  });
  return { chain, urls: { explorer: explorer.url, devnet: control.url } };
}

it('a chain in memory answers, byte for byte, what the servers answer for it', async () => {
  const { chain, urls } = await open();
  /** The same request over both. */
  const both = async (name: 'explorer' | 'devnet', path: string, request: TestRequest = {}) => {
    const { method = 'GET', headers = {}, body } = request;
    const authorization = `Bearer ${TOKEN}`;
    const served = await send(urls[name], path, { ...request, headers: { ...headers, authorization } });
    const value = await chain.handle(name, {
      method,
      target: path,
      headers: headers as Record<string, string>,
      body: new TextEncoder().encode((body as string | undefined) ?? ''),
      signal: new AbortController().signal,
    });
    const own = new Headers(value.headers);
    const of = (get: (name: string) => unknown) => HEADERS.map((header) => [header, get(header) ?? null]);
    expect([path, value.status, of((header) => own.get(header))]).toEqual([
      path,
      served.status,
      of((header) => served.headers[header]),
    ]);
    expect([path, new TextDecoder().decode(value.body)]).toEqual([path, served.text]);
    return served;
  };
  // Read over both; only one of the two servers may change the chain.
  await chain.control.mine({ blocks: 5 });
  await chain.control.reorganize({ depth: 2 });
  const paid = await chain.control.fund({ address: RECIPIENT, amount: '500' });
  const { id } = chain.chain.tip();
  const { headers } = await both('explorer', '/api/v1/status');
  await both('explorer', '/api/v1/status', { headers: { 'if-none-match': headers.etag! } });
  const isIndexed = async () => (await both('explorer', '/api/v1/stats')).status === 200;
  expect(await isIndexed()).toBe(true);
  for (const [status, path] of [
    [200, '/health'],
    [200, '/api/v1/features'],
    [200, '/api/v1/blocks?limit=2&offset=1'],
    [422, '/api/v1/blocks?limit=0&offset=x'],
    [200, '/api/v1/blocks/stale?limit=5'],
    [200, '/api/v1/blocks/3'],
    [200, `/api/v1/blocks/${id}`],
    [200, `/api/v1/blocks/${id.toUpperCase()}`],
    [200, `/api/v1/blocks/${id}/raw`],
    [404, '/api/v1/blocks/99'],
    [400, '/api/v1/blocks/junk'],
    [400, '/api/v1/blocks/%zz'],
    [200, '/api/v1/blocks/0/transactions?limit=3'],
    [200, '/api/v1/headers?from=1&count=3'],
    [200, `/api/v1/search/${id.slice(0, 8)}`],
    [200, `/api/v1/transactions/${paid.transaction_id}`],
    [200, `/api/v1/transactions/${paid.transaction_id}/proof`],
    [404, `/api/v1/transactions/${'0'.repeat(64)}`],
    [200, `/api/v1/addresses/${paid.from_address}`],
    [200, `/api/v1/addresses/${paid.from_address}/proof?rows=2`],
    [400, '/api/v1/addresses/nobody'],
    [200, '/api/v1/fees'],
    [200, '/api/v1/transactions?limit=3'],
    [200, `/api/v1/addresses/${paid.from_address}/transactions?limit=2`],
    [200, '/api/v1/stats'],
    [200, `/api/v1/addresses?limit=3`],
    [200, `/api/v1/addresses/${paid.from_address}/rank`],
    [200, `/api/v1/addresses/${paid.from_address}/transactions?direction=out&order=largest`],
    [200, '/api/v1/transactions?kind=transfer&order=largest'],
    [200, '/api/v1/series?figure=supply&step=day&count=3'],
    [200, '/api/v1/miners?blocks=10'],
    [200, `/api/v1/miners/${paid.from_address}`],
    [200, `/api/v1/miners/${paid.from_address}/blocks?limit=2`],
    [200, '/api/v1/blocks/at/1767225605'],
    [404, '/api/v1/nothing'],
  ] as const)
    expect([path, (await both('explorer', path)).status]).toEqual([path, status]);
  await both('explorer', '/api/v1/status', { method: 'POST' });
  await both('devnet', '/devnet');
  await both('devnet', '/devnet/mine');
  await both('devnet', '/devnet/nothing');
  await both('devnet', '/devnet/revert', post({ id: '9' }));
  await both('devnet', '/devnet/mine', post({ blocks: 0 }));
  await both('devnet', '/devnet/mine', post({ to: 'nobody' }));
  await both('devnet', '/devnet/mine', post('{'));
  await both('devnet', '/devnet/mine', post({ blocks: 1 }, { 'content-type': 'text/plain' }));
  await both('devnet', '/devnet/reorganize', post({ depth: 100 }));
});
