import type { RpcAccount, RpcStatus } from '@cairn/api/rpc';
import { describe, expect, test } from 'vitest';
import { findNodeProblem, type NodeAnswers, type NodeProblem } from './node-checks.ts';

const status: RpcStatus = {
  network: 'devnet',
  chain_id: 3,
  magic: 'ca19e003',
  data_dir: '/data',
  api_version: 1,
  initialized: true,
  height: 1,
  best_peer_height: 1,
  peer_count: 0,
  peers: [],
  syncing: false,
  ready: true,
};
const account: RpcAccount = {
  network: 'devnet',
  address: 'd',
  balance: '1',
  spendable_balance: '1',
  nonce: 0,
  next_nonce: 1,
  pending_outgoing_count: 0,
  mempool_available: true,
};
const good: NodeAnswers = { network: 'devnet', gatewayNetwork: 'devnet', status, account };

describe('the checks before sending', () => {
  test('allow it only if every condition of the contract is met', () => {
    expect(findNodeProblem(good)).toBeUndefined();
    expect(findNodeProblem({ ...good, gatewayNetwork: null })).toBeUndefined();
  });

  test.each<[string, Partial<NodeAnswers>, NodeProblem]>([
    ['the gateway is for another network', { gatewayNetwork: 'testnet' }, 'other_network'],
    ['the node is on another network', { status: { ...status, network: 'testnet' } }, 'other_network'],
    ['the chain ID is another', { status: { ...status, chain_id: 2 } }, 'other_network'],
    ['the magic is another', { status: { ...status, magic: 'ca19e002' } }, 'other_network'],
    ['the interface is a later one', { status: { ...status, api_version: 2 } }, 'other_network'],
    ['the vault is for another network', { network: 'testnet' }, 'other_network'],
    ['the account is of another network', { account: { ...account, network: 'testnet' } }, 'other_network'],
    ['there is no chain', { status: { ...status, initialized: false, ready: false } }, 'not_ready'],
    ['the node syncs', { status: { ...status, syncing: true, ready: false } }, 'not_ready'],
    ['a peer is ahead', { status: { ...status, ready: false } }, 'not_ready'],
    ['the account was not read', { account: undefined }, 'loading'],
    ['the mempool cannot be read', { account: { ...account, mempool_available: false } }, 'no_mempool'],
  ])('forbid it when %s', (_case, change, problem) => {
    expect(findNodeProblem({ ...good, ...change })).toBe(problem);
  });
});
