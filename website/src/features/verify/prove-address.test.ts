import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Address } from '@cairn/protocol';
import { type Explorer, MINER, openExplorer, PAYER } from '../../../test/explorer.ts';
import { createExplorerClient } from '@cairn/api/explorer';
import { type Limits, LIMITS } from './limits.ts';
import { Checks } from './checks.ts';
import type { AddressSubject } from './proof.ts';
import { AddressMemory, comparable, proveAddress } from './prove-address.ts';
import { Walk } from './walk.ts';

const UNUSED = 'dDRHcmpvuEhrc1YoCkygeHVoeQBtzThwNG';

let api: Explorer;
beforeAll(async () => {
  api = await openExplorer();
});
afterAll(() => api.close());
beforeEach(() => api.to(12));

/** A page's worker: proves subjects over one walk. */
async function openWorker({
  fetch = api.fetch,
  limits,
}: { fetch?: typeof globalThis.fetch; limits?: Partial<Limits> } = {}) {
  const client = createExplorerClient({ baseUrl: api.url, fetch });
  const walk = await Walk.open(client);
  const memory = new AddressMemory();
  const prove = async (address: Address, page: Partial<AddressSubject> = {}) => {
    const checks = new Checks();
    const subject = { kind: 'address', address, offset: 0, limit: 3, ...page } as const;
    const context = { api: client, walk, checks, limits: { ...LIMITS, ...limits } };
    api.asked.length = 0;
    const proven = await proveAddress(context, subject, memory);
    checks.end();
    const asked = api.asked.filter((path) => path.includes('/proof')).length;
    return { value: proven.value?.(), checks: checks.all, asked };
  };
  return { prove };
}

/** A server that gives fewer rows than it is asked for. */
const inChunksOf =
  (rows: number): typeof fetch =>
  (input, init) =>
    api.fetch(String(input instanceof Request ? input.url : input).replace(/rows=\d+/, `rows=${rows}`), init);

/** What an honest server says of a page. */
async function saidOf(address: Address, { offset = 0, limit = 3, direction }: Partial<AddressSubject>) {
  const client = createExplorerClient({ baseUrl: api.url, fetch: api.fetch });
  const state = await client.getAddress({ address });
  return { state, list: await client.listAddressTransactions({ address, offset, limit, direction }) };
}

it.each<[string, Partial<AddressSubject>]>([
  [MINER, {}],
  [MINER, { offset: 3 }],
  [MINER, { offset: 300 }],
  [MINER, { direction: 'mined', offset: 3 }],
  [MINER, { direction: 'out' }],
  [PAYER, {}],
  [PAYER, { direction: 'out' }],
  [PAYER, { direction: 'in', limit: 25 }],
  [UNUSED, {}],
])('what an honest server says of %s %o is what was proven', async (address, page) => {
  const { prove } = await openWorker();
  const { value, checks } = await prove(address, page);
  const { state, list } = await saidOf(address, page);
  const { items, pagination } = list;
  expect(comparable(value!)).toEqual({ state, list: { items, pagination: { total: pagination.total } } });
  expect(checks.map(({ id, status }) => [id, status])).toEqual([
    ['account', 'passed'],
    ['history', 'passed'],
  ]);
});

it('takes one request at each tip, and reads a longer history in chunks', async () => {
  await api.to(8);
  const { prove } = await openWorker({ fetch: inChunksOf(2) });
  const page = { direction: 'out' } as const;
  expect((await prove(PAYER, page)).asked).toBeGreaterThan(1);
  for (const height of [9, 10, 11, 12]) {
    await api.to(height);
    const { asked, value } = await prove(PAYER, page);
    expect(asked).toBe(1);
    expect(value!.newest).toHaveLength(value!.count);
  }
});

it('begins anew if the chain leaves the rows that it reads', async () => {
  const gone = [Response.json({ error: 'transaction_not_found' }, { status: 404 })];
  const chunks = inChunksOf(2);
  const { prove } = await openWorker({
    fetch: async (input, init) => (/before=/.test(input as string) && gone.pop()) || chunks(input, init),
  });
  const { value } = await prove(PAYER);
  expect([gone, value!.newest.length]).toEqual([[], value!.count]);
});

it('reads no further than the limit, and says so', async () => {
  const { prove } = await openWorker({ limits: { history: 4 }, fetch: inChunksOf(2) });
  const first = await prove(MINER);
  expect(first.value!.newest).toHaveLength(4);
  const deep = await prove(MINER, { offset: 3 });
  expect(deep.value!.list).toBeUndefined();
  expect(deep.checks[1]).toMatchObject({
    id: 'history',
    status: 'limited',
    reasons: [{ code: 'deep_page' }],
  });
  const filtered = await prove(MINER, { direction: 'mined', limit: 1 });
  expect(filtered.value!.list).toMatchObject({ isMinimum: true, items: { length: 1 } });
  expect((await prove(MINER, { direction: 'in' })).value!.list).toBeUndefined();
});
