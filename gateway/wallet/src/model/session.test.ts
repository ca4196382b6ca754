import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { memoryStorage } from '../../test/fixture-browser.ts';
import { FixtureGateway, ORIGIN, PAGE_KEY } from '../../test/fixture-gateway.ts';
import { isLaunchAddress, Session } from './session.ts';

const SECRET = 'aB3_-'.repeat(9).slice(0, 43);
const OTHER = 'o'.repeat(43);

let gateway: FixtureGateway;
let storage: Storage;
beforeEach(async () => {
  gateway = new FixtureGateway();
  await gateway.open();
  storage = memoryStorage();
  gateway.sessionValid = false;
});
afterEach(() => gateway.chain.close());

const key = (): string | null => storage.getItem('cairn-page-key');
const setKey = (value: string): void => storage.setItem('cairn-page-key', value);
const newPage = (): Session => new Session(ORIGIN, () => storage, gateway.fetch);
const exchanges = (): number => gateway.requests.filter((line) => line === 'POST /gateway/session').length;

/** Opens a page at an address. @returns it, and each change of the address with the requests before it */
async function launch(hash: string, session = newPage()) {
  const replaced: [string, number][] = [];
  await session.launch({ hash, replace: (path) => void replaced.push([path, gateway.requests.length]) });
  return { session, replaced };
}

describe('the launch secret', () => {
  test('leaves the address bar before it is sent, and becomes the page’s key', async () => {
    gateway.secret = SECRET;
    const { session, replaced } = await launch(`#launch=${SECRET}`);
    expect([replaced, key()]).toEqual([[['/', 0]], PAGE_KEY]);
    expect(gateway.requests[0]).toBe('POST /gateway/session');
    expect(await session.open()).toBe(true);
  });

  test('that is refused is said to be, and costs no key', async () => {
    setKey(OTHER);
    const { session } = await launch(`#launch=${SECRET}`);
    expect([session.why, key()]).toEqual(['refused', OTHER]);
    gateway.pageKeys.add(OTHER);
    expect(await session.open()).toBe(true);
  });

  test('without a gateway changes nothing', async () => {
    gateway.override = 'hang_up';
    await launch(`#launch=${SECRET}`);
    expect(key()).toBe(null);
  });

  test.each([
    '',
    '#/send',
    '#launch=',
    `#launch=${SECRET}x`,
    `#launch=${SECRET.slice(1)}`,
    `#/launch=${SECRET}`,
  ])('is not in "%s": nothing is sent or replaced', async (hash) => {
    expect(isLaunchAddress(hash)).toBe(false);
    expect((await launch(hash)).replaced).toEqual([]);
    expect(gateway.requests).toEqual([]);
  });
});

describe('a page without the cookie', () => {
  test('that has no key shows the door and sends nothing that could be refused', async () => {
    const session = newPage();
    expect([await session.open(), session.why, gateway.requests]).toEqual([
      false,
      'new',
      ['GET /gateway/access'],
    ]);
  });

  test('exchanges its key for the cookie', async () => {
    setKey(PAGE_KEY);
    expect([await newPage().open(), key()]).toEqual([true, PAGE_KEY]);
  });

  test('tries a key that has ended once, drops it, and shows the door', async () => {
    setKey(OTHER);
    const session = newPage();
    expect([await session.open(), await session.open()]).toEqual([false, false]);
    expect([session.why, key(), exchanges()]).toEqual(['ended', null, 1]);
  });

  test('leaves the key that another tab has got meanwhile', async () => {
    setKey(OTHER);
    const asking = newPage().open();
    await expect.poll(exchanges).toBe(1);
    setKey(PAGE_KEY);
    await asking;
    expect(key()).toBe(PAGE_KEY);
  });

  test('whose browser keeps none exchanges its key once, and keeps that', async () => {
    setKey(PAGE_KEY);
    gateway.losesCookies = true;
    const session = newPage();
    expect([await session.open(), await session.open()]).toEqual([false, false]);
    expect([session.why, key(), exchanges()]).toEqual(['blocked', PAGE_KEY, 1]);
  });

  test('gets a session for nothing where every browser is let in', async () => {
    setKey(OTHER);
    gateway.needsSecret = false;
    expect([await newPage().open(), key()]).toEqual([true, PAGE_KEY]);
  });

  test('whose browser forbids storage says so', async () => {
    gateway.secret = SECRET;
    const forbid = () => {
      throw new Error('forbidden');
    };
    const forbidden = new Session(ORIGIN, forbid, gateway.fetch);
    await launch(`#launch=${SECRET}`, forbidden);
    expect([await forbidden.open(), forbidden.why]).toEqual([false, 'blocked']);
  });
});
