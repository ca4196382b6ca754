import { afterEach, beforeEach, expect, test } from 'vitest';
import { FixtureGateway } from '../../test/fixture-gateway.ts';
import { exchangeLaunchSecret, isLaunchAddress } from './launch.ts';

const SECRET = 'aB3_-'.repeat(9).slice(0, 43);

let gateway: FixtureGateway;
let origin: string;
beforeEach(async () => {
  gateway = new FixtureGateway();
  origin = await gateway.open();
});
afterEach(() => gateway.close());

/** Exchanges the secret of an address. @returns the result, and each change of the address with the requests before it */
async function exchange(hash: string, base = origin) {
  const replaced: [string, number][] = [];
  const bar = { hash, replace: (path: string) => void replaced.push([path, gateway.requests.length]) };
  return { result: await exchangeLaunchSecret(base, bar), replaced };
}

test.each([
  [200, 'accepted'],
  [403, 'refused'],
  [404, 'refused'],
] as const)(
  'the secret leaves the address bar before it is sent; answered with %i it is %s',
  async (status, result) => {
    gateway.override = { status, body: { open: true } };
    expect(await exchange(`#launch=${SECRET}`)).toEqual({ result, replaced: [['/', 0]] });
    expect(gateway.requests).toEqual(['POST /gateway/session']);
  },
);

test('without a gateway it is refused', async () => {
  expect(await exchange(`#launch=${SECRET}`, 'http://127.0.0.1:1')).toMatchObject({ result: 'refused' });
});

test.each([
  '',
  '#/send',
  '#launch=',
  `#launch=${SECRET}x`,
  `#launch=${SECRET.slice(1)}`,
  `#/launch=${SECRET}`,
])('"%s" is no launch address: nothing is sent or replaced', async (hash) => {
  expect(isLaunchAddress(hash)).toBe(false);
  expect(await exchange(hash)).toEqual({ result: 'none', replaced: [] });
  expect(gateway.requests).toEqual([]);
});
