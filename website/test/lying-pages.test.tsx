// @vitest-environment happy-dom
/** What a lying server can make a page say: each lie is found, or stands where the page says whose word it is. */
import { provenText, unmarked } from '@cairn/testkit/proof-marks';
import { act } from 'preact/test-utils';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { withIndex } from './explorer.ts';
import { islandPage, SessionWorker } from './island-page.tsx';
import { liesAbout, PATH, PROOF, STATUS, transferOf } from './lies.ts';

const page = islandPage(SessionWorker);

const Address = () => import('../src/features/address/address.tsx');
const transfer = () => transferOf(page.api);
/** Opens a page. */
const PAGES = {
  transaction: () =>
    page.open(`/transactions/${transfer().id}`, import('../src/features/transaction/transaction.tsx')),
  block: () => page.open(`/blocks/${transfer().block_height}`, import('../src/features/block/block.tsx')),
  address: () => page.open(`/addresses/${transfer().from_address}`, Address()),
  mined: () => page.open(`/addresses/${transfer().from_address}?direction=mined`, Address()),
};

const all = (selector: string) => [...page.main.querySelectorAll<HTMLElement>(selector)];
const provenParts = () => all('[data-proof="proven"]');
const verdict = () => all('[data-verdict]')[0]?.getAttribute('data-verdict');

/** Lies that a reader of the page would see; all of them are told to the proofs alone in `lies.test.ts`. */
const SHOWN: readonly [lie: string, of: keyof typeof PAGES][] = [
  ['the amount', 'transaction'],
  ['a time that is null', 'transaction'],
  ['confirmations', 'transaction'],
  ['a position in a block that it calls large', 'transaction'],
  ['the confirmations of a block', 'block'],
  ['the sum of the fees, as nothing', 'block'],
  ['no number of transactions', 'block'],
  ['a number of transactions that makes the block too large to be fetched', 'block'],
  ['another network', 'block'],
  ['a clock that is ten years ahead, by which a payment is old', 'transaction'],
  ['a clock that is ten years ahead, by which a payment is old', 'address'],
  ['another balance', 'address'],
  ['another balance, of no tip', 'address'],
  ['a balance of nothing', 'address'],
  ['an address that has none', 'address'],
  ['another amount in every row, of no tip', 'mined'],
  ['a row without a time', 'address'],
  ['a row without a height', 'address'],
  ['a total that invents pages', 'mined'],
  ['no rows below the newest three', 'address'],
];

describe.each(SHOWN)('%s, on the page of %s', (name, of) => {
  it('is not shown as proven', async () => {
    const { verdict: expected, never, ...lie } = liesAbout(page.api)[name]!;
    page.api.lies = [lie];
    if (expected === undefined) {
      hushUncaught();
      await PAGES[of]();
      await expect.poll(page.text).toContain('cannot be read');
      expect(provenParts()).toEqual([]);
      return;
    }
    await PAGES[of]();
    await expect.poll(verdict).toMatch(/passed|limited|failed|skipped/);
    expect(verdict()).toBe(expected);
    if (never !== undefined) expect(provenText()).not.toMatch(never);
    expect(unmarked()).toEqual([]);
    if (expected === 'failed') expect(all('[data-check][data-status="failed"]')).not.toEqual([]);
    if (expected === 'failed' || expected === 'skipped') expect(provenParts()).toEqual([]);
    else expect(provenText()).not.toBe('');
  });
});

/** An island reports what its view throws as uncaught too. */
function hushUncaught() {
  const queue = globalThis.queueMicrotask;
  const hushed = vi.spyOn(globalThis, 'queueMicrotask').mockImplementation((call) =>
    queue(() => {
      try {
        call();
      } catch {
        // The view's.
      }
    }),
  );
  onTestFinished(() => hushed.mockRestore());
}

/** Presses a button. */
const press = (name: string) =>
  act(() =>
    all('button')
      .find(({ textContent }) => textContent === name)!
      .click(),
  );
const seal = () => all('.seal')[0]!.textContent;

it('an API that fails midway is no liar, and what it says can be checked again', async () => {
  page.api.lies = [{ where: PATH, fails: 'connection' }];
  await PAGES.transaction();
  await expect.poll(verdict).toBe('skipped');
  expect(all('.receipt')).toHaveLength(1);
  expect(provenParts()).toEqual([]);
  expect(all('[data-check]').map((check) => check.getAttribute('data-status'))).toEqual([
    'skipped',
    'passed',
    'note',
    'note',
    'note',
  ]);
  page.api.lies = [];
  await press('Prove again');
  await expect.poll(verdict).toBe('passed');
});

it('a server of another network than the build’s is named as such, and nothing of it is proven', async () => {
  vi.stubEnv('PUBLIC_NETWORK', 'testnet');
  onTestFinished(() => void vi.stubEnv('PUBLIC_NETWORK', undefined));
  await PAGES.block();
  await expect.poll(verdict).toBe('failed');
  expect(seal()).toContain('The server shows another network.');
  expect(seal()).toContain('devnet instead of testnet');
  expect(provenParts()).toEqual([]);
});

it('a server without proofs is no liar: all that it says is called its word', async () => {
  page.api.lies = [{ where: PROOF, fails: [503, 'proofs_unavailable'] }];
  await PAGES.address();
  await expect.poll(verdict).toBe('skipped');
  expect(provenParts()).toEqual([]);
  expect(seal()).toContain('Balance and nonce (not proven)');
  expect(unmarked()).toEqual([]);
});

it('sums of a range that is not proven are the server’s word, and none if they cannot be read', async () => {
  const open = () => page.open(`/addresses/${transfer().from_address}?order=largest`, Address());
  const noProofs = { where: PROOF, fails: [503, 'proofs_unavailable'] } as const;
  const totals = (lie: object) => ({ where: /\/totals/, json: (body: object) => ({ ...body, ...lie }) });
  page.api.lies = [noProofs, totals({ sent: '700000000' })];
  await open();
  await expect.poll(() => all('.ledger__totals')[0]?.textContent).toContain('7.00');
  expect(all('.ledger__totals')[0]!.closest('[data-proof]')!.getAttribute('data-proof')).toBe('none');
  expect(provenParts()).toEqual([]);
  page.api.lies = [noProofs, totals({ largest_out: {} })];
  await open();
  await expect.poll(verdict).toBe('skipped');
  expect(all('tbody tr')).not.toEqual([]);
  expect(all('.ledger__totals')).toEqual([]);
});

it('rows and balance of an address are proven without an index', async () => {
  page.api.lies = withIndex('disabled');
  await PAGES.address();
  await expect.poll(verdict).toBe('passed');
  expect(seal()).toContain('All 16 transactions: nothing hidden (proven)');
});

it('a lie in what was too large to be fetched is found once the reader asks for the rest', async () => {
  page.api.lies = [
    liesAbout(page.api)['a number of transactions that makes the block too large to be fetched']!,
  ];
  await PAGES.block();
  await expect.poll(verdict).toBe('limited');
  page.api.lies = [];
  await press('Prove the rest');
  await expect.poll(verdict).toBe('failed');
  expect(all('.seal__wrong')[0]!.textContent).toContain('6000');
});

it('a server that stops at an older tip makes a page that was proven red', async () => {
  await page.api.to(11);
  const { from_address: address } = transfer();
  const oldProof = await page.api.chain.explorer.getAddressProof({ address, rows: 100 });
  await PAGES.address();
  await expect.poll(verdict).toBe('passed');
  page.api.lies = [liesAbout(page.api, oldProof)['the proof of an older block']!];
  await page.api.to(12);
  await page.lookAgain();
  await expect.poll(verdict).toBe('failed');
  expect(all('.seal__wrong')[0]!.textContent).toContain('of block 11, not of the tip');
  expect(provenParts()).toEqual([]);
});

it('what a server says of its tip later does not reach the seal', async () => {
  await PAGES.transaction();
  await expect.poll(verdict).toBe('passed');
  const proven = seal();
  page.api.lies = [liesAbout(page.api)['the height of the tip']!];
  page.api.asked.length = 0;
  const hasAsked = async () => {
    await page.lookAgain();
    return page.api.asked.filter((path) => STATUS.test(path)).length > 1;
  };
  await expect.poll(hasAsked).toBe(true);
  expect([verdict(), seal()]).toEqual(['passed', proven]);
  expect(page.text()).not.toContain('1,051,2');
});

it('a worker whose script did not load is replaced', async () => {
  SessionWorker.broken = 1;
  await PAGES.transaction();
  await expect.poll(verdict).toBe('passed');
  SessionWorker.broken = 2;
  await PAGES.block();
  await expect.poll(page.text).toContain('The program that proves');
  expect(provenParts()).toEqual([]);
  await press('Try again');
  await expect.poll(verdict).toBe('passed');
});

it('a browser that saves data fetches nothing for a proof until its reader asks for it', async () => {
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { connection: { saveData: true } }));
  onTestFinished(() => void vi.stubGlobal('navigator', Object.getPrototypeOf(navigator)));
  await PAGES.transaction();
  await expect.poll(page.text).toContain('Your browser saves data');
  expect(verdict()).toBe('skipped');
  expect(provenParts()).toEqual([]);
  expect(page.api.asked.filter((path) => /proof|headers/.test(path))).toEqual([]);
  await press('Prove it now');
  await expect.poll(verdict).toBe('passed');
});
