import type { APIContext } from 'astro';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type FixtureApi, startFixtureApi } from './fixture-api.ts';

let api: FixtureApi;
beforeAll(async () => {
  api = await startFixtureApi();
  vi.stubEnv('PUBLIC_EXPLORER_API_URL', api.url);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await api.close();
});

const statusOf = async (kind: string, reference: string): Promise<number> => {
  const { GET } = await import('../src/pages/link-preview/[kind]/[reference].svg.ts');
  const url = new URL(`/link-preview/${kind}/${reference}.svg`, 'http://site');
  return (await GET({ params: { kind, reference }, url } as unknown as APIContext)).status;
};

it('a link preview has status 404 for an unknown item, also for a transaction, whose page has 200', async () => {
  expect(await statusOf('transactions', api.chain.transactions[0]!.id)).toBe(200);
  expect(await statusOf('transactions', 'ab'.repeat(32))).toBe(404);
  expect(await statusOf('blocks', '999999')).toBe(404);
  expect(await statusOf('blocks', 'xyz')).toBe(404);
  expect(await statusOf('nothing', '1')).toBe(404);
});

it('a link preview has status 503 if the API fails', async () => {
  api.state.broken = true;
  expect(await statusOf('blocks', '1')).toBe(503);
  api.state.broken = false;
});
