import type { RpcAccount, RpcStatus } from '@cairn/api/rpc';
import { describe, expect, test } from 'vitest';
import { findSendBlockers, type NodeAnswers } from './node-checks.ts';

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
  test('allows sending only if every condition of the contract is met', () => {
    expect(findSendBlockers(good)).toEqual([]);
    expect(findSendBlockers({ ...good, gatewayNetwork: null })).toEqual([]);
  });

  test.each<[string, Partial<NodeAnswers>, string[]]>([
    ['nothing answered', { status: undefined }, ['no_answer']],
    ['the gateway is for another network', { gatewayNetwork: 'testnet' }, ['wrong_network']],
    ['the node is on another network', { status: { ...status, network: 'testnet' } }, ['wrong_network']],
    ['the chain ID is another', { status: { ...status, chain_id: 2 } }, ['wrong_chain']],
    ['the magic is another', { status: { ...status, magic: 'ca19e002' } }, ['wrong_chain']],
    ['the interface is a later one', { status: { ...status, api_version: 2 } }, ['wrong_version']],
    ['the vault is for another network', { network: 'testnet' }, ['wrong_network']],
    ['there is no chain', { status: { ...status, initialized: false, ready: false } }, ['not_initialized']],
    ['the node syncs', { status: { ...status, syncing: true, ready: false } }, ['syncing']],
    ['a peer is ahead', { status: { ...status, ready: false } }, ['not_ready']],
    ['the account was not read', { account: undefined }, ['account_unknown']],
    [
      'the account answer is of another network',
      { account: { ...account, network: 'testnet' } },
      ['wrong_network'],
    ],
    [
      'the mempool cannot be read',
      { account: { ...account, mempool_available: false } },
      ['mempool_unavailable'],
    ],
    [
      'several conditions fail at once',
      { status: { ...status, ready: false }, account: { ...account, mempool_available: false } },
      ['not_ready', 'mempool_unavailable'],
    ],
  ])('is blocked when %s', (_case, facts, blockers) => {
    const found = findSendBlockers({ ...good, ...facts });
    expect(found).toEqual(blockers);
  });
});
