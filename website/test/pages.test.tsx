// @vitest-environment happy-dom
import { render } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { act } from 'preact/test-utils';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { NOTHING_KNOWN } from '../src/site/chain-feed.ts';
import { BROKEN, type Lie, withIndex } from './explorer.ts';
import { islandPage, SessionWorker } from './island-page.tsx';

const page = islandPage();
const { text, lookAgain } = page;

const islands = async () => ({
  Home: (await import('../src/features/home/home.tsx')).default,
  Block: (await import('../src/features/block/block.tsx')).default,
  Transaction: (await import('../src/features/transaction/transaction.tsx')).default,
  Address: (await import('../src/features/address/address.tsx')).default,
});

describe('home', () => {
  /** The stone on top. */
  const newest = () => page.main.querySelector('.cairn__stones a')?.getAttribute('aria-label');

  it('does not ask for what a node without an index cannot answer', async () => {
    page.api.lies = withIndex('disabled');
    const { Home } = await islands();
    await page.show(Home, {});
    await expect.poll(newest).toBe('Block 12');
    expect(page.api.asked.filter((path) => path.includes('/blocks'))).not.toEqual([]);
    expect(page.api.asked.filter((path) => /stats|transactions/.test(path))).toEqual([]);
  });

  it('shows a failure of the API without any block, and loads again on “Try again”', async () => {
    page.api.lies = [BROKEN];
    const { Home } = await islands();
    await page.show(Home, {});
    await expect.poll(text).toMatch(/reports an error.*500/);
    expect(page.main.querySelector('table')).toBeNull();
    expect(page.main.querySelector('h1')).not.toBeNull();
    page.api.lies = [];
    await act(() => page.main.querySelector('button')?.click());
    await expect.poll(newest).toBe('Block 12');
  });

  it('hydrates the server’s markup even if another island has the status already', async () => {
    const { Home } = await islands();
    const { chainStatus } = await import('../src/site/api.ts');
    page.main.innerHTML = renderToString(<Home />);
    const unsubscribe = chainStatus.subscribe(() => undefined);
    await expect.poll(() => chainStatus.current().status).toBeDefined();
    await page.hydrate(Home, {});
    await expect.poll(newest).toBe('Block 12');
    await expect.poll(text).toContain(page.api.blocks[12]!.id.slice(0, 8));
    await expect.poll(() => page.main.querySelectorAll('.c-skeleton')).toHaveLength(0);
    unsubscribe();
  });

  it('shows a chain without blocks', async () => {
    page.api.lies = [
      { where: /status/, json: (body) => void Object.assign(body, { initialized: false, height: -1 }) },
      { where: /blocks/, json: (body) => void (body.items = []) },
    ];
    const { Home } = await islands();
    await page.show(Home, {});
    await expect.poll(text).toMatch('The chain has no blocks yet');
  });

  it('warns that the node is behind', async () => {
    page.api.lies = [{ where: /status/, json: (body) => void (body.syncing = true) }];
    const { Home } = await islands();
    await page.show(Home, {});
    await expect.poll(text).toMatch('This node is catching up');
  });
});

const press = (name: RegExp) =>
  act(() => [...page.main.querySelectorAll('button')].find((one) => name.test(one.textContent))?.click());

/** Requests for a path so far. */
const timesAsked = (path: string) => page.api.asked.filter((one) => one === path).length;

/** A server that fails at this path. */
const failingAt = (path: string): Lie => ({ where: new RegExp(`${path}$`), fails: 500 });

/**
 * The newest block, with what the page shows, is replaced by two; then there is another one while the path fails; then the
 * first branch is back, and has grown.
 */
async function leaveAndReturn(path: string, left: RegExp, inChain: RegExp): Promise<void> {
  const { devnet } = page.api.chain;
  await devnet.reorganize({ depth: 1, keep: 'none' });
  await lookAgain();
  await expect.poll(text).toMatch(left);
  const before = timesAsked(path);
  page.api.lies = [failingAt(path)];
  await devnet.mine({ transactions: false });
  await lookAgain();
  await expect.poll(() => timesAsked(path)).toBeGreaterThan(before);
  // The next status repeats a request that has failed: the page knows of the failure.
  const failed = timesAsked(path);
  await lookAgain();
  await expect.poll(() => timesAsked(path)).toBeGreaterThan(failed);
  expect(text()).toMatch(left);
  expect(text()).not.toMatch(inChain);
  expect(text()).not.toMatch('reports an error');
  page.api.lies = [];
  await page.api.to(12);
  await lookAgain();
  await expect.poll(text).toMatch(inChain);
  expect(text()).not.toMatch(left);
}

describe('block', () => {
  it('reports an unknown block, and shows it once it exists', async () => {
    await page.api.to(11);
    const { Block } = await islands();
    await page.show(Block, { reference: '12', page: 1 });
    await expect.poll(text).toMatch('No such block');
    await expect.poll(text).toMatch('The newest block is 11');
    await page.api.to(12);
    await lookAgain();
    await expect.poll(text).toContain(page.api.blocks[12]!.id.slice(0, 8));
  });

  it('that left the chain stays so while the API fails, until it is in the chain again', async () => {
    await page.api.to(10);
    const { Block } = await islands();
    await page.show(Block, { reference: '10', page: 1 });
    await expect.poll(text).toMatch(/1 confirmation/);
    const path = `/api/v1/blocks/${page.api.blocks[10]!.id}`;
    await leaveAndReturn(
      path,
      /No longer in this node’s chain.*Open the current block 10/,
      /3 confirmations/,
    );
  });
});

describe('transaction', () => {
  it('that left the chain stays so while the API fails, until it is in the chain again', async () => {
    await page.api.to(10);
    const { id } = page.api.transactions.findLast((one) => one.block_height === 10)!;
    const { Transaction } = await islands();
    await page.show(Transaction, { id });
    await expect.poll(text).toMatch(/1 confirmation/);
    const path = `/api/v1/transactions/${id}`;
    await leaveAndReturn(path, /No longer confirmed/, /3 confirmations/);
    const { watchedTransactions } = await import('../src/site/followed.ts');
    expect(watchedTransactions()).toEqual([]); // looking at it does not make it the reader's
  });

  it('that left the chain between the server’s answers and the browser’s first status is asked for again', async () => {
    await page.api.to(10);
    const { explorer } = await import('../src/site/api.ts');
    const { transactionRequest } = await import('../src/features/transaction/transaction.tsx');
    const { id } = page.api.transactions.findLast((one) => one.block_height === 10)!;
    const chain = { ...NOTHING_KNOWN, status: await explorer.status({}), receivedAt: 0 };
    const initial = { [transactionRequest(id).key]: { data: await explorer.getTransaction({ txid: id }) } };
    await page.api.chain.devnet.reorganize({ depth: 1, keep: 'none' });
    const { Transaction } = await islands();
    await page.show(Transaction, { id, initial, context: { locale: 'en', chain } });
    await expect.poll(text).toMatch(/No longer confirmed/);
  });

  it('is “not found” by its ID alone, until the reader watches for it; an invalid ID is named so', async () => {
    await page.api.to(1);
    const { Transaction } = await islands();
    await page.show(Transaction, { id: 'ab'.repeat(32) });
    await expect.poll(text).toMatch('Not found');
    expect(text()).not.toMatch(/pending|waiting/i);
    const { readFollowed } = await import('../src/site/followed.ts');
    expect(readFollowed()).toEqual([]);
    await expect.poll(text).toMatch('Add labelWatch'); // the tools load last
    await press(/^Watch$/);
    await expect.poll(text).toMatch('Watched since block 1');
    expect(readFollowed()).toMatchObject([{ id: 'ab'.repeat(32), since: 1 }]);
    await page.show(Transaction, { id: 'abc' });
    await expect.poll(text).toMatch('This is not a transaction ID');
  });

  describe('whose signed bytes the link has', () => {
    let worker: typeof Worker;
    beforeEach(() => {
      worker = globalThis.Worker;
      vi.stubGlobal('Worker', SessionWorker);
    });
    afterEach(() => {
      vi.stubGlobal('Worker', worker);
      location.hash = '';
    });

    /** The page of a transfer of block 10 by a link with its bytes, while another block is the newest. */
    async function follow(height: number, id?: string) {
      await page.api.to(height);
      const transfer = page.api.transactions.findLast((one) => one.block_height === 10 && !one.is_coinbase)!;
      const { rawOf } = await import('../src/features/transaction/unconfirmed.tsx');
      location.hash = `#signed=${rawOf(transfer)!}`;
      const { Transaction } = await islands();
      await page.show(Transaction, { id: id ?? transfer.id });
      return { Transaction, id: transfer.id };
    }

    it('shows its receipt before any block, then that it was probably replaced, after a reload too', async () => {
      const { Transaction, id } = await follow(0);
      await expect.poll(text).toMatch(/Signed.*826\.23495967 CRN.*Waiting since block 0/);
      await expect.poll(() => document.title).toMatch('826.23495967');
      location.hash = '';
      await page.api.to(9);
      await page.show(Transaction, { id });
      await expect.poll(text).toMatch(/Signed.*826\.23495967 CRN.*Waiting since block 0/);
      await page.api.chain.devnet.mine({ blocks: 3, transactions: false });
      await lookAgain();
      await expect.poll(text).toMatch(/Probably replaced.*in 12 blocks/);
    });

    it('says in which block it was when that is replaced, after a reload too', async () => {
      const { Transaction, id } = await follow(10);
      await expect.poll(text).toMatch(/Paid.*1 confirmation/);
      await page.api.to(9);
      await lookAgain();
      const left = /No longer confirmed.*826\.23495967 CRN.*It was in block 10, which was replaced/;
      await expect.poll(text).toMatch(left);
      location.hash = '';
      await page.show(Transaction, { id });
      await expect.poll(text).toMatch(left);
    });

    it('shows nothing of bytes that are another transaction’s', async () => {
      await follow(0, 'ab'.repeat(32));
      await expect.poll(text).toMatch(/Not found.*bytes in this link are not this transaction/);
      expect(text()).not.toMatch(/826\.23|Signed|Proven on your device/);
      const { readFollowed } = await import('../src/site/followed.ts');
      expect(readFollowed()).toEqual([]);
    });
  });
});

describe('address', () => {
  const known = () => page.api.transactions.at(-1)!.from_address;

  it('keeps the balance and says why the history is missing, until the index is ready', async () => {
    page.api.lies = withIndex('building');
    const { Address } = await islands();
    await page.show(Address, { address: known(), page: 1, filter: { by: 'direction' } });
    await expect.poll(text).toMatch(/999,276\.76507026.*The index is being built.*41 %/);
    expect(page.main.querySelector('table')).toBeNull();
    page.api.lies = [];
    await lookAgain();
    await expect.poll(text).toMatch('16 transactions');
  });

  it('names the network of a foreign address, and the error in a mistyped one', async () => {
    const { encodeAddress, NETWORKS } = await import('@cairn/protocol');
    const { Address } = await islands();
    await page.show(Address, {
      address: encodeAddress(new Uint8Array(20), NETWORKS.testnet),
      page: 1,
      filter: { by: 'direction' },
    });
    await expect.poll(text).toMatch('An address of testnet; this explorer shows devnet');
    await page.show(Address, { address: `${known().slice(0, -1)}z`, page: 1, filter: { by: 'direction' } });
    await expect.poll(text).toMatch('its checksum does not match');
  });
});

describe('what is watched', () => {
  const sender = () => page.api.transactions.at(-1)!.from_address;
  const tools = async () => (await import('../src/features/labels/tools.tsx')).PersonalTools;

  it('is asked once a block by the watch list, which tells of each change; a failure ends nothing', async () => {
    await page.api.to(11);
    const { saveRecord } = await import('../src/site/labels.ts');
    const { follow } = await import('../src/site/followed.ts');
    saveRecord({ type: 'addr', ref: sender(), label: 'Shop', watched: true });
    const { id } = page.api.transactions.findLast((one) => one.block_height === 12)!;
    follow(id, { watched: true });
    const { default: Watch } = await import('../src/features/labels/watch.tsx');
    await page.show(Watch, {});
    expect(text()).not.toContain('no change');
    const path = `/api/v1/addresses/${sender()}`;
    await expect.poll(text).toMatch(/999,723.*no change.*in no block/);
    for (const figures of page.main.querySelectorAll('.c-stats, .c-table'))
      expect(figures.closest('[data-proof]')?.getAttribute('data-proof')).toBe('none');
    expect(timesAsked(path)).toBe(1);
    page.api.lies = [failingAt(path)];
    await page.api.to(12);
    // A look while a status is on its way asks for no other one.
    const looked = async () => {
      await lookAgain();
      return timesAsked(path);
    };
    await expect.poll(looked).toBeGreaterThan(1);
    page.api.lies = [];
    const before = timesAsked(path);
    await lookAgain();
    await expect.poll(text).toMatch(/: 1 confirmation.*999,276.*1 confirmation/);
    expect(timesAsked(path)).toBe(before + 1);
  });

  it('is notified of by the browser, once the reader has allowed it, and shown on the page', async () => {
    const shown: string[] = [];
    class Recorder extends EventTarget {
      static permission = 'default';
      static requestPermission = () => Promise.resolve((Recorder.permission = 'granted'));
      constructor(title: string, { body }: { body: string }) {
        super();
        shown.push(`${title} | ${body}`);
      }
    }
    Object.assign(globalThis, { Notification: Recorder, isSecureContext: true });
    onTestFinished(() => void Reflect.deleteProperty(globalThis, 'Notification'));
    await page.api.to(11);
    await page.show(await tools(), { type: 'addr' as const, reference: sender() });
    await press(/^Watch$/);
    await expect.poll(() => timesAsked(`/api/v1/addresses/${sender()}`)).toBe(1);
    await page.api.to(12);
    await lookAgain();
    await expect.poll(() => shown).toHaveLength(1);
    await expect.poll(text).toMatch(/Watching.*: [+−\d]/);
  });

  it('of a transaction is offered below 30 confirmations, and goes on until the reader ends it', async () => {
    const PersonalTools = await tools();
    const { readFollowed } = await import('../src/site/followed.ts');
    const at = (confirmations: number) =>
      act(() =>
        render(
          <PersonalTools type="tx" reference={'ab'.repeat(32)} confirmations={confirmations} />,
          page.main,
        ),
      );
    await at(30);
    expect(text()).not.toMatch('Watch');
    await at(5);
    await press(/^Watch$/);
    await at(6);
    expect(text()).toMatch(/Watching.*: 6 confirmations/);
    await at(0);
    expect(text()).toMatch('no longer in a block');
    await at(1);
    expect(text()).toMatch(/: 1 confirmation/);
    expect(readFollowed()).toHaveLength(1);
    await press(/^Watching$/);
    expect(readFollowed()).toEqual([]);
  });
});

it('of many labels the first hundred are shown', async () => {
  const { saveRecord } = await import('../src/site/labels.ts');
  saveRecord({ type: 'tx', ref: '0'.repeat(64), label: 'Label', watched: false });
  const [key] = Object.keys(localStorage);
  const lineOf = (at: number) =>
    JSON.stringify({ type: 'tx', ref: at.toString(16).padStart(64, '0'), label: `Label ${at}` });
  localStorage.setItem(key!, Array.from({ length: 101 }, (_, at) => lineOf(at)).join('\n'));
  const { default: Watch } = await import('../src/features/labels/watch.tsx');
  await page.show(Watch, {});
  await expect.poll(text).toMatch('100 of 101 labels');
  expect(page.main.querySelectorAll('tbody tr')).toHaveLength(100);
});

it('statistics without an index say what is missing and show the rest', async () => {
  page.api.lies = withIndex('disabled');
  await page.open('/statistics', import('../src/features/statistics/statistics.tsx'));
  await expect.poll(text).toMatch(/runs without one.*Data size/);
});
