import { createUncheckedExplorerClient } from '@cairn/api/explorer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Subject } from '../src/features/verify/proof.ts';
import { type Explorer, openExplorer } from './explorer.ts';
import { liesAbout, type PageName, transferOf } from './lies.ts';
import { prove } from './proof-visits.ts';

let api: Explorer;
let oldProof: unknown;
/** What is proven if the server does not lie. */
const honest = new Map<PageName, unknown>();
beforeAll(async () => {
  api = await openExplorer();
  await api.to(11);
  oldProof = await client().getAddressProof({ address: transferOf(api).from_address, rows: 100 });
  await api.to(12);
  for (const page of ['transaction', 'block', 'address', 'mined'] as const) {
    honest.set(page, (await prove(api, await painted(page))).value);
  }
});
afterAll(() => api.close());

const client = () => createUncheckedExplorerClient({ baseUrl: api.url, fetch: api.fetch });

/** What a page asks a proof for, with what it has painted. */
async function painted(page: PageName): Promise<Subject> {
  const { id: txid, block_height, from_address: address } = transferOf(api);
  const rows = { offset: 0, limit: 25 };
  if (page === 'transaction') {
    const value = await client().getTransaction({ txid });
    return { kind: 'transaction', id: txid, painted: { tip_id: value.tip_id, value } };
  }
  if (page === 'block') {
    const asked = { height_or_hash: block_height };
    const { block } = await client().getBlock(asked);
    const transactions = await client().listBlockTransactions({ ...asked, ...rows });
    return { kind: 'block', reference: block_height, ...rows, painted: { value: { block, transactions } } };
  }
  const direction = page === 'mined' ? 'mined' : undefined;
  const state = await client().getAddress({ address });
  const list = await client().listAddressTransactions({ address, ...rows, direction });
  const value = { state, list: list.tip_id === state.tip_id ? list : undefined };
  const said = state.tip_id === undefined ? undefined : { tip_id: state.tip_id, value };
  return { kind: 'address', address, direction, ...rows, painted: said };
}

/** Names and pages are known before the server runs. */
const TOLD = Object.entries(liesAbout({} as Explorer)).flatMap(([name, { pages, verdict }]) =>
  verdict === undefined ? [] : pages.map((page) => [name, page, verdict] as const),
);

it('what is no lie passes', async () => {
  for (const page of honest.keys()) {
    expect(await prove(api, await painted(page))).toMatchObject({ verdict: 'passed' });
  }
});

describe.each(TOLD)('%s, on the page of %s', (name, page, expected) => {
  it(`is ${expected}`, async () => {
    const { isWord = false, ...lie } = liesAbout(api, oldProof)[name]!;
    api.lies = [lie];
    const { verdict, value, checks, receipt } = await prove(api, await painted(page));
    expect(verdict).toBe(expected);
    if (expected === 'failed') expect(checks.map(({ status }) => status)).toContain('failed');
    if (expected === 'passed' && !isWord) expect(value).toEqual(honest.get(page));
    if (expected === 'failed' && value !== undefined) expect(value).toEqual(honest.get(page));
    if (expected === 'failed' || expected === 'skipped') expect(receipt).toBeUndefined();
  });
});
