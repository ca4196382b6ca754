import { VERSION } from '@cairn/http/version';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SAMPLE_TIP, startSampleExplorer, type SampleExplorer } from './test-support.ts';

let explorer: SampleExplorer;

beforeAll(async () => {
  explorer = await startSampleExplorer();
});

afterAll(async () => {
  await explorer.close();
});

describe('health, status and features', () => {
  it('identify the node', async () => {
    expect((await explorer.get('/health')).text).toBe(
      '{"ok":true,"network":"devnet","chain_id":3,"api_version":1}',
    );
  });

  it('show the states of node and index independently', async () => {
    Object.assign(explorer.node, { ready: false, syncing: true });
    explorer.projection.status = { state: 'ready', indexedHeight: 12, targetHeight: 12, progress: 100 };
    expect(await explorer.json('/api/v1/status')).toEqual({
      network: 'devnet',
      chain_id: 3,
      api_version: 1,
      initialized: true,
      height: SAMPLE_TIP,
      tip_id: explorer.ids[SAMPLE_TIP],
      ready: false,
      syncing: true,
      index: {
        enabled: true,
        ready: true,
        state: 'ready',
        indexed_height: 12,
        target_height: 12,
        progress: 100,
      },
      capabilities: {
        block_list: true,
        block_lookup: true,
        block_transactions: true,
        transaction_lookup: true,
        address_state: true,
        transaction_feed: true,
        address_ranking: true,
        address_history: true,
        aggregate_stats: true,
      },
      node_version: VERSION,
    });
  });

  it.each([
    ['disabled', false, false],
    ['building', true, false],
    ['ready', true, true],
    ['error', true, false],
  ] as const)('show an index that is %s', async (state, enabled, ready) => {
    explorer.projection.status = { state, indexedHeight: 3, targetHeight: 13, progress: 30.5 };
    expect(await explorer.json('/api/v1/features')).toEqual({
      api_version: 1,
      features: { core: { enabled: true, ready: true }, explorer_index: { enabled, ready, state } },
    });
    expect(await explorer.json('/api/v1/status')).toMatchObject({
      index: { enabled, ready, state, indexed_height: 3, target_height: 13, progress: 30.5 },
      capabilities: {
        block_list: true,
        address_state: true,
        transaction_feed: ready,
        aggregate_stats: ready,
      },
    });
  });
});
