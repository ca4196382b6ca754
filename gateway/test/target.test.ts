import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ADDRESS, Harness, errorOf } from './harness.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await Harness.start();
});
afterAll(() => harness.stop());

async function refusedTarget(target: string): Promise<string> {
  const refusal = errorOf(await harness.send(target));
  expect(harness.node.requests).toEqual([]);
  return refusal;
}

describe('the target', () => {
  it.each([
    'http://127.0.0.1/v1/status',
    'https://evil.example/v1/status',
    'evil.example:443',
    'v1/status',
    '*',
    '?x',
    '#x',
    'foo://evil.example',
    'foo://evil.example?x',
  ])('%s is not a path: 400', async (target) => {
    expect(await refusedTarget(target)).toMatch(/^400 (invalid_target|malformed_request)$/);
  });

  it('in absolute form is refused even where it names this gateway', async () => {
    expect(await refusedTarget(`${harness.origin}/v1/status`)).toBe('400 invalid_target');
  });

  it.each([
    '/v1/%73tatus',
    '/v1/%2e%2e/v1/status',
    '/v1/accounts/%2e%2e%2fstatus',
    '/v1%2fstatus',
    '/v1/%252e%252e/status',
    `/v1/accounts/${ADDRESS}%00`,
    `/v1/accounts/${ADDRESS}/transactions?limit=%35`,
    '/v1\\status',
    '/\\evil.example/v1/status',
    `/v1/accounts/${ADDRESS}/transactions\\..\\..\\blocks`,
    '/v1/status#',
    '/v1/status#/../blocks/1',
    '//v1/status',
    '/v1//status',
    '/v1/status//',
    '//evil.example/v1/status',
    '/./v1/status',
    '/v1/./status',
    '/v1/status/.',
    '/v1/../v1/status',
    `/v1/accounts/${ADDRESS}/transactions/../../../blocks/1`,
    '/..',
    '/assets/../index.html',
    '/v1/status\x80',
    '/v1/stat\xfcs',
  ])('%s is not in its plain form: 404', async (target) => {
    expect(await refusedTarget(target)).toMatch(/^(404 not_found|400 malformed_request)$/);
  });

  it.each(['/v1/%73tatus', '/v1\\status', '/v1/status#', '/v1//status', '/v1/../v1/status'])(
    '%s is refused before any other check',
    async (target) => {
      const headers = { Host: 'evil.example', Cookie: undefined, 'Sec-Fetch-Site': 'cross-site' };
      expect(errorOf(await harness.send(target, { headers }))).toBe('404 not_found');
    },
  );
});
