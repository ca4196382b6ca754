// @vitest-environment happy-dom
import type { ComponentType } from 'preact';
import { render } from 'preact';
import { act } from 'preact/test-utils';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { type FixtureApi, startFixtureApi } from './fixture-api.ts';

// CSV files of a list's shown rows, while new rows wait behind a button.

let api: FixtureApi;
let root: HTMLElement;
let saved: { name: string; blob: Blob }[];

beforeAll(async () => {
  api = await startFixtureApi({ index: 'ready' });
  vi.stubEnv('PUBLIC_EXPLORER_API_URL', api.url);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await api.close();
});
beforeEach(() => {
  vi.resetModules();
  root = document.createElement('div');
  document.body.append(root);
  saved = [];
  let blob = new Blob();
  vi.spyOn(URL, 'createObjectURL').mockImplementation((part) => {
    blob = part as Blob;
    return 'blob:shown';
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push({ name: this.download, blob });
  });
});
afterEach(() => {
  render(null, root);
  root.remove();
  vi.restoreAllMocks();
});

const waitingText = () => root.querySelector('.live__news')?.textContent ?? '';
const rows = () => root.querySelectorAll('tbody tr');

/** Renders a list at block 11, moves the focus into it, and adds block 12, whose rows then wait. */
async function renderWithWaitingRows<Props extends object>(List: ComponentType<Props>, props: Props) {
  api.state.blocks = 12;
  await act(() => render(<List {...props} />, root));
  await expect.poll(() => root.querySelector('tbody a')).not.toBeNull();
  await act(() => root.querySelector<HTMLElement>('tbody a')?.focus());
  api.state.blocks = 13;
  await act(() => void document.dispatchEvent(new Event('visibilitychange')));
  await expect.poll(waitingText).toMatch('new');
}

/** The file that the list's button saves: its name, and the lines below its header. */
async function saveShown(): Promise<{ name: string; lines: string[] }> {
  const before = saved.length;
  const button = [...root.querySelectorAll('button')].find(
    ({ textContent }) => textContent === 'Export page',
  );
  await act(() => button?.click());
  await expect.poll(() => saved.length).toBe(before + 1);
  const { name, blob } = saved.at(-1)!;
  return { name, lines: (await blob.text()).trimEnd().split('\r\n').slice(1) };
}

it('a CSV file of blocks contains the shown rows, and new ones only once they are shown', async () => {
  const { default: BlockList } = await import('../src/features/block/block-list.tsx');
  await renderWithWaitingRows(BlockList, { params: { size: 25 } });
  const held = await saveShown();
  expect(held.name).toBe('cairn-blocks-0-11.csv');
  expect(held.lines.map((line) => line.split(',')[0])).toEqual(
    Array.from({ length: 12 }, (_, index) => `${11 - index}`),
  );
  await act(() => root.querySelector<HTMLElement>('.live__news button')?.click());
  await expect.poll(waitingText).toBe('');
  expect((await saveShown()).name).toBe('cairn-blocks-0-12.csv');
});

it('a CSV file of transactions contains only the shown rows, and is named after their numbers', async () => {
  const { default: TransactionList } = await import('../src/features/transaction/transaction-list.tsx');
  await renderWithWaitingRows(TransactionList, { params: { size: 100 } });
  const held = await saveShown();
  expect(held.lines).toHaveLength(rows().length);
  expect(held.name).toBe(`cairn-transactions-1-${rows().length}.csv`);
  const newest = api.chain.transactions.at(-1)!;
  expect(held.lines.join('\n')).not.toContain(newest.id);
});
