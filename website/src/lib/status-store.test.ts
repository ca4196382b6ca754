import { createExplorerClient } from '@cairn/api/explorer';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type FixtureApi, startFixtureApi } from '../../test/fixture-api.ts';
import { createStatusStore, type StatusStore } from './status-store.ts';

describe('the status store', () => {
  let api: FixtureApi;
  let store: StatusStore;
  let asked: number;

  beforeEach(async () => {
    api = await startFixtureApi({ blocks: 5 });
    asked = 0;
    const client = createExplorerClient({ baseUrl: api.url });
    store = createStatusStore({
      load: (signal) => {
        asked += 1;
        return client.status({}, { signal });
      },
      visibility: { isVisible: () => true, onChange: () => () => undefined },
      intervalMs: 20,
      now: () => 1_000,
    });
  });

  afterEach(() => api.close());

  it('asks only while somebody listens, once for all who do', async () => {
    expect(asked).toBe(0);
    const first = store.subscribe(() => undefined);
    const second = store.subscribe(() => undefined);
    expect(asked).toBe(1);
    await vi.waitFor(() => expect(store.current().status?.height).toBe(4));
    expect(store.current()).toMatchObject({ receivedAt: 1_000, failure: undefined });
    first();
    second();
    const before = asked;
    await new Promise((resolve) => setTimeout(resolve, 80));
    expect(asked).toBe(before);
  });

  it('keeps what it knows when the API fails, says the failure, and recovers by itself', async () => {
    const unsubscribe = store.subscribe(() => undefined);
    await vi.waitFor(() => expect(store.current().status?.height).toBe(4));
    api.state.broken = true;
    await vi.waitFor(() => expect(store.current().failure).toMatchObject({ kind: 'refused', status: 500 }));
    expect(store.current().status?.height).toBe(4);
    api.state.broken = false;
    api.state.blocks = 6;
    await vi.waitFor(() =>
      expect(store.current()).toMatchObject({ status: { height: 5 }, failure: undefined }),
    );
    unsubscribe();
  });
});
