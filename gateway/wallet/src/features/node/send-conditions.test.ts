import type { RpcAccount, RpcStatus } from '@cairn/api/rpc';
import { getNetwork } from '@cairn/protocol';
import { expect, test } from 'vitest';
import { INITIAL_STATE, type AppState } from '../../wallet/state.ts';
import { listConditions } from './send-conditions.ts';

const status = {
  network: 'devnet',
  chain_id: getNetwork('devnet').chainId,
  magic: getNetwork('devnet').magic,
  api_version: 1,
  initialized: true,
  syncing: false,
  ready: true,
} as RpcStatus;
const state: AppState = {
  ...INITIAL_STATE,
  phase: { name: 'locked', network: 'devnet' },
  connection: { state: 'online' },
  status,
  data: {
    account: { mempool_available: true } as RpcAccount,
    history: { pending: [], confirmed: [], nextCursor: null },
    outbox: [],
    readAt: 0,
  },
};
/** The state of each condition: `+` met, `-` not met, `?` not known. */
const statesOf = (change: Partial<AppState>): string => {
  const marks = { met: '+', not_met: '-', not_known: '?' };
  return listConditions({ ...state, ...change })
    .map((condition) => marks[condition.state])
    .join('');
};

test.each<[string, Partial<AppState>, string]>([
  ['nothing is wrong', {}, '++++++'],
  ['the node does not answer', { connection: { state: 'node_down', code: 'node_timeout' } }, '-?????'],
  ['the node has another chain', { status: { ...status, chain_id: 2 } }, '+-????'],
  ['the node has no chain', { status: { ...status, initialized: false, ready: false } }, '++-+-+'],
  ['the node syncs', { status: { ...status, syncing: true, ready: false } }, '+++--+'],
  ['a peer is ahead', { status: { ...status, ready: false } }, '++++-+'],
  ['no account was read', { data: undefined }, '+++++?'],
])('when %s, unmet and unknown conditions differ', (_case, change, expected) => {
  expect(statesOf(change)).toBe(expected);
});
