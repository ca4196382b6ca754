import { rpcRoutes } from '@cairn/api/rpc';
import { describe, expect, it } from 'vitest';
import { ADDRESS } from '../test/harness.ts';
import { RPC_RULES } from './routes.ts';

describe('the allowlist', () => {
  it('has four routes, each as the contract defines it', () => {
    expect(RPC_RULES.map(({ id }) => id).toSorted()).toEqual([
      'getAccount',
      'listAccountTransactions',
      'status',
      'submitTransaction',
    ]);
    for (const { id, method, pattern } of RPC_RULES) {
      const definition = rpcRoutes[id];
      expect(definition.method).toBe(method);
      expect(definition.path.replace('{address}', ADDRESS)).toMatch(pattern);
    }
  });

  it('has no other route of the contract', () => {
    const allowed = new Set<string>(RPC_RULES.map(({ id }) => id));
    const others = Object.values(rpcRoutes).filter(({ id }) => !allowed.has(id));
    expect(others.map(({ id }) => id).toSorted()).toEqual(['getBlock', 'health']);
    for (const { path } of others) {
      const reached = RPC_RULES.filter(({ pattern }) => pattern.test(path.replace(/\{.*?\}/, '1')));
      expect(reached).toEqual([]);
    }
  });
});
