import type { ExplorerTransaction } from '@cairn/api/explorer';
import { bytesToHex, COINBASE_SENDER, encodeAddress, getNetwork } from '@cairn/protocol';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { LIMITS, openSource } from '../src/features/verify/api-source.ts';
import { verifyPage } from '../src/features/verify/verify.ts';
import { ADDRESS_LIES, asAlteration, type LiarsMaterial } from '@cairn/testkit/address-lies';
import { type FixtureApi, startFixtureApi } from './fixture-api.ts';
import { notPassed, silent, verdict, verifyText, visits } from './verify-visits.ts';

/** Address pages over real HTTP, with an honest API and with each lie of the list. */
let api: FixtureApi;
beforeAll(async () => {
  api = await startFixtureApi({ index: 'ready' });
});
afterAll(() => api.close());
afterEach(() => {
  Object.assign(api.state, { blocks: api.chain.blocks.length, index: 'ready', proofs: true });
});

const { visitAddress } = visits(() => api);

const addresses = () => api.chain.recordsAt(api.chain.blocks.length - 1).map(({ address }) => address);
const transactionsOf = (address: string) =>
  api.chain.transactions.filter(({ from_address, to_address }) =>
    [from_address, to_address].includes(address),
  );
/** The direction by which an address's history filters a transaction. */
function directionIn(
  { from_address, to_address }: Pick<ExplorerTransaction, 'from_address' | 'to_address'>,
  address: string,
) {
  if (from_address === COINBASE_SENDER) return 'mined';
  if (from_address !== address) return 'in';
  return to_address === address ? 'self' : 'out';
}
const tip = () => api.chain.blocks.length - 1;
const minerOf = (height: number) => api.chain.blocks[height]!.miner;
/** A valid address that no transaction names. */
const unused = encodeAddress(new Uint8Array(20), getNetwork('devnet'));
/** The address with the most transactions. */
const busiest = () =>
  addresses().toSorted((one, other) => transactionsOf(other).length - transactionsOf(one).length)[0]!;

describe('with an honest API', () => {
  it('every address is proven, on every page, and its receipt without the API', async () => {
    for (const address of addresses()) {
      const count = transactionsOf(address).length;
      for (let page = 1; page <= Math.ceil(count / 3); page += 1) {
        const { steps, receipt } = await visitAddress(address, undefined, { page });
        expect(notPassed(steps)).toEqual([]);
        expect(verdict(steps)).toBe('passed');
        const proven = steps[2]!.facts.find(({ name }) => name === 'proven')!.value;
        expect(proven).toBe(Math.min(count, 3 * page));
        const offline = await verifyText(JSON.stringify(receipt));
        expect(offline.map(({ id }) => id)).toEqual(['account', 'header']);
        expect(notPassed(offline)).toEqual([]);
      }
    }
  });

  it.each(['in', 'out', 'self', 'mined'] as const)(
    'what is %s is a part of a proven history',
    async (direction) => {
      for (const address of addresses()) {
        const rows = transactionsOf(address).toReversed();
        const matches = rows.filter((row) => directionIn(row, address) === direction);
        for (let page = 1; page <= Math.max(1, Math.ceil(matches.length / 3)); page += 1) {
          const { steps } = await visitAddress(address, undefined, { page, direction });
          expect(notPassed(steps)).toEqual([]);
        }
      }
    },
  );

  it('an address that nobody used is proven unused', async () => {
    const { steps, receipt } = await visitAddress(unused);
    expect(notPassed(steps)).toEqual([]);
    expect(receipt).toMatchObject({ exists: false, balance: '0', block_height: tip() });
  });

  it('a page of a block ago is asked to load again, and is then proven', async () => {
    const address = minerOf(tip());
    api.state.blocks -= 1;
    const afterLoad = () => void (api.state.blocks += 1);
    const { steps, subject } = await visitAddress(address, undefined, { afterLoad });
    expect(notPassed(steps)).toEqual([]);
    expect(subject.shown.asOf).toBe(api.chain.blocks[tip()]!.id);
  });

  it('whose tip moves with every answer is not called a liar', async () => {
    api.state.blocks -= 5;
    const workerFetch: typeof fetch = async (input, init) => {
      const response = await fetch(input, init);
      api.state.blocks = Math.min(tip() + 1, api.state.blocks + 1);
      return response;
    };
    const { steps } = await visitAddress(minerOf(tip()), undefined, { workerFetch });
    expect(notPassed(steps)).toEqual([]);
  });

  it('whose status lags behind its proofs is not called a liar', async () => {
    const workerFetch: typeof fetch = async (input, init) => {
      const { pathname } = new URL(input instanceof Request ? input.url : input);
      const lag = pathname.endsWith('/status') ? 1 : 0;
      api.state.blocks -= lag;
      const response = await fetch(input, init);
      api.state.blocks += lag;
      return response;
    };
    const { steps } = await visitAddress(busiest(), undefined, { workerFetch });
    expect(notPassed(steps).map(({ status, reason }) => [status, reason?.code])).toEqual(
      Array.from({ length: 4 }, () => ['skipped', 'moving_tip']),
    );
    expect(verdict(steps)).toBe('skipped');
  });

  it('a server without proofs is no liar, and nothing is proven', async () => {
    api.state.proofs = false;
    const { steps, receipt } = await visitAddress(busiest());
    expect(notPassed(steps).map(({ id, status, reason }) => [id, status, reason?.code])).toEqual(
      ['account', 'history', 'chain', 'entries'].map((id) => [id, 'skipped', 'proofs_unavailable']),
    );
    expect(receipt).toBeUndefined();
  });

  it('without an index, the balance is proven and the history is not', async () => {
    api.state.index = 'disabled';
    const source = openSource(api.url);
    const shown = await source.api.getAddress({ address: busiest() });
    const subject = { kind: 'address' as const, address: busiest(), shown, rows: undefined };
    const { steps, proof } = await verifyPage(subject, { source, limits: LIMITS }, silent);
    expect(notPassed(steps).map(({ id, reason }) => [id, reason?.code])).toEqual([
      ['history', 'no_history'],
      ['entries', 'no_history'],
    ]);
    expect(proof).toBeDefined();
  });

  it('a long chain is checked as far as the limit, and rows below are not called checked', async () => {
    const { steps } = await visitAddress(busiest(), undefined, { limits: { headersBelow: 4 }, pageSize: 25 });
    expect(notPassed(steps).map(({ id, status, reason }) => [id, status, reason?.code])).toEqual([
      ['chain', 'limited', 'far'],
      ['entries', 'limited', 'far_rows'],
    ]);
  });

  it('a page far back is not read to unasked', async () => {
    const { steps } = await visitAddress(busiest(), undefined, { limits: { history: 2 }, page: 2 });
    expect(notPassed(steps).map(({ id, reason }) => [id, reason])).toEqual([
      ['history', { code: 'deep_page', count: 2 }],
    ]);
  });
});

describe('a liar is found out:', () => {
  const ask = async (path: string) => (await fetch(`${api.url}/api/v1${path}`)).json();
  let material: LiarsMaterial;
  beforeAll(async () => {
    const address = minerOf(tip());
    const proof = await ask(`/addresses/${address}/proof`);
    const others = await Promise.all(addresses().map((other) => ask(`/addresses/${other}/proof`)));
    const other = others.find(({ siblings }) => siblings[0] !== proof.siblings[0]);
    api.state.blocks -= 1;
    const old = {
      proof: await ask(`/addresses/${address}/proof`),
      state: await ask(`/addresses/${address}`),
    };
    api.state.blocks += 1;
    const foreign = api.chain.transactions.find(
      (one) => one.transaction_index > 0 && ![one.from_address, one.to_address].includes(address),
    );
    const { items: rows } = await ask(`/addresses/${address}/transactions?limit=100`);
    material = { address, old, other: { proof: other }, foreign, rows };
  });

  it.each(ADDRESS_LIES.map((lie) => [lie.name, lie] as const))('%s', async (_, lie) => {
    const where = /\/(status|addresses\/)/;
    const tells = { where, json: asAlteration(lie, material) };
    const page = lie.page === 'last' ? Math.ceil(material.rows.length / 3) : (lie.page ?? 1);
    const options = { page, direction: lie.direction };
    const { steps, receipt } = await visitAddress(material.address, tells, options);
    expect(verdict(steps)).toBe('failed');
    const isAboutState = steps.find(({ id }) => id === 'account')!.status === 'failed';
    expect(receipt === undefined).toBe(isAboutState || steps.at(3)!.status === 'failed');
  });

  it.each([
    ['the balance', { balance: '1' }],
    ['the nonce', { nonce: 99 }],
    ['the block', { block_height: 3 }],
    ['the address', { address: '' }],
    ['the header', { header: '' }],
  ])('a receipt with %s changed', async (_, change) => {
    const { receipt } = await visitAddress(material.address);
    const other = Object.keys(change)[0] === 'address' ? { address: unused } : change;
    const header = api.chain.raw[4]!.subarray(0, 118);
    const changed = 'header' in change ? { header: bytesToHex(header) } : other;
    const altered = JSON.stringify({ ...(receipt as object), ...changed });
    expect(verdict(await verifyText(altered))).toBe('failed');
  });
});
