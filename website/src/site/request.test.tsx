// @vitest-environment happy-dom
import { act } from 'preact/test-utils';
import { expect, it, onTestFinished, vi } from 'vitest';
import { useState } from 'preact/hooks';
import { islandPage } from '../../test/island-page.tsx';

const page = islandPage();

/** Shows how often a request was asked that changes with the tip. @param pauseMs between two questions */
async function show(pauseMs: number): Promise<void> {
  const { island } = await import('./island.tsx');
  const { byTip, request, useRequest } = await import('./request.ts');
  let asked = 0;
  const counting = request(`paused ${pauseMs}`, () => Promise.resolve((asked += 1)), byTip);
  const Probe = island(() => <>{`asked ${useRequest({ ...counting, pauseMs: () => pauseMs }).data}`}</>);
  await page.show(Probe, {});
  await vi.waitFor(() => expect(page.text()).toBe('asked 1'));
  await known();
}

/** Waits until the page knows the newest block. */
async function known(): Promise<void> {
  const { chainStatus } = await import('./api.ts');
  const { height } = await page.api.chain.devnet.state();
  await act(() => vi.waitFor(() => expect(chainStatus.current().status?.height).toBe(height)));
}

async function extend(): Promise<void> {
  await page.api.chain.devnet.mine();
  await page.lookAgain();
  await known();
}

it('a request that pauses is not asked again before its pause is over', async () => {
  await show(3_600_000);
  await extend();
  await extend();
  expect(page.text()).toBe('asked 1');
});

it('a request that pauses is asked again after its pause', async () => {
  await show(20);
  await extend();
  await vi.waitFor(() => expect(page.text()).toBe('asked 2'));
});

it('a request in the place of one that pauses is asked once', async () => {
  const { island } = await import('./island.tsx');
  const { byTip, request, useRequest } = await import('./request.ts');
  let asked = 0;
  let change: (key: string) => void;
  const Probe = island(() => {
    const [key, setKey] = useState('one');
    change = setKey;
    const counting = request(key, () => Promise.resolve(`${key} ${(asked += 1)}`), byTip);
    return <>{useRequest({ ...counting, pauseMs: () => 3_600_000 }).data}</>;
  });
  await page.show(Probe, {});
  await vi.waitFor(() => expect(page.text()).toBe('one 1'));
  await known();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  await extend();
  await act(() => change('two'));
  await vi.waitFor(() => expect(page.text()).toBe('two 2'));
  await act(() => void vi.advanceTimersByTime(3_600_000));
  expect(asked).toBe(2);
});

it('an answer that is slower than blocks, or than the next status after a failure, is shown', async () => {
  const { TransportError } = await import('@cairn/api/explorer');
  const { island } = await import('./island.tsx');
  const { byTip, request, useRequest } = await import('./request.ts');
  const asked: PromiseWithResolvers<string>[] = [];
  const load = () => {
    asked.push(Promise.withResolvers<string>());
    return asked.at(-1)!.promise;
  };
  const Probe = island(() => <>{useRequest(request('slow', load, byTip)).data}</>);
  const untilAsked = (count: number) => vi.waitFor(() => expect(asked).toHaveLength(count));
  await page.show(Probe, {});
  await untilAsked(1);
  await known();
  await extend();
  await extend();
  asked[0]!.resolve('first');
  await vi.waitFor(() => expect(page.text()).toBe('first'));
  await untilAsked(2); // what came meanwhile is asked for once
  asked[1]!.reject(new TransportError('timeout', 'no answer in time'));
  await vi.waitFor(async () => {
    await page.lookAgain();
    expect(asked).toHaveLength(3);
  });
  await extend();
  asked[2]!.resolve('third');
  await vi.waitFor(() => expect(page.text()).toBe('third'));
});
