import { createUncheckedExplorerClient } from '@cairn/api/unchecked';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createCairn } from './cairn.ts';
import { shareEvents, watch } from './payments.ts';

it('an index that follows a reorganization is asked again in a second, not at the next block', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  let isBusy = true;
  const payment = {
    id: 'a payment',
    value: '7',
    fee: '1',
    block_height: 5,
    block_timestamp: 0,
    confirmations: 1,
  };
  const fetch = (async (url: string) => {
    if (url.endsWith('/status')) return Response.json({ height: 5, tip_id: 'tip' });
    if (!isBusy) return Response.json({ tip_id: 'tip', items: [payment] });
    isBusy = false;
    return Response.json({ error: 'explorer_index_unavailable' }, { status: 503 });
  }) as typeof globalThis.fetch;
  const api = createUncheckedExplorerClient({ baseUrl: '', fetch });
  const noEvents = shareEvents(() => ({ lastHeight: undefined, close: () => undefined }));
  const seen: string[] = [];
  const payments = watch(api, noEvents, 'an address', { fromHeight: 0 });
  const first = payments.next().then(({ value }) => seen.push(value!.payment.id));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(seen).toEqual(['a payment']);
  await first;
  await payments.return();
});

it('a number of confirmations that nothing has is refused, and a network that there is none of', async () => {
  const cairn = createCairn();
  for (const confirmations of [0, -1, Number.NaN]) {
    const refused = new RangeError(`confirmations is ${confirmations}; it takes a number from 1 on`);
    await expect(cairn.waitFor('an id', { confirmations })).rejects.toThrow(refused);
    await expect(cairn.watch('an address', { confirmations }).next()).rejects.toThrow(refused);
  }
  expect(() => createCairn({ network: 'moonnet' as 'devnet' })).toThrow('there is no network "moonnet"');
});
