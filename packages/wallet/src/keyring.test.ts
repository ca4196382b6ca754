import {
  decodeTransaction,
  getNetwork,
  hexToBytes,
  transactionId,
  verifyTransactionSignature,
} from '@cairn/protocol';
import { DEVELOPMENT_MNEMONIC } from '@cairn/protocol/development-accounts';
import { describe, expect, test, vi } from 'vitest';
import { openKeyring } from './keyring.ts';
import { ADDRESSES, keyring, makePlan } from './test-support.ts';

describe('keyring', () => {
  test('derives accounts on the path of BIP-44, which ends in their index', () => {
    for (const [index, address] of ADDRESSES.entries())
      expect(keyring.account(index)).toEqual({ index, address, path: `m/44'/1'/0'/0/${index}` });
  });

  test('signs exactly the plan, with the sender’s key', () => {
    const plan = makePlan('2.5');
    const { id, raw } = keyring.sign(0, plan.body);
    expect(raw).toMatch(/^[0-9a-f]{426}$/);
    const bytes = hexToBytes(raw);
    expect(decodeTransaction(bytes)).toMatchObject({ ...plan.body });
    expect(verifyTransactionSignature(bytes, getNetwork('devnet'))).toBe(true);
    expect(transactionId(bytes)).toBe(id);
  });

  test('signs nothing for another account or another chain', () => {
    const { body } = makePlan();
    expect(() => keyring.sign(1, body)).toThrow(expect.objectContaining({ code: 'plan_mismatch' }));
    expect(() => keyring.sign(0, { ...body, chain: 2 })).toThrow(
      expect.objectContaining({ code: 'plan_mismatch' }),
    );
  });

  test.each([-1, 1.5, 2 ** 31, Number.NaN])('there is no account %d', (index) => {
    expect(() => keyring.account(index)).toThrow(expect.objectContaining({ code: 'invalid_account_index' }));
  });

  test('derives no address and signs nothing once destroyed', async () => {
    const ring = await openKeyring(DEVELOPMENT_MNEMONIC, 'devnet');
    const { body } = makePlan();
    ring.account(0);
    ring.destroy();
    const locked = expect.objectContaining({ code: 'wallet_locked' });
    expect(() => ring.account(0)).toThrow(locked);
    expect(() => ring.account(1)).toThrow(locked);
    expect(() => ring.sign(0, body)).toThrow(locked);
  });

  test('overwrites its key when it is destroyed', async () => {
    const ring = await openKeyring(DEVELOPMENT_MNEMONIC, 'devnet');
    const fill = vi.spyOn(Uint8Array.prototype, 'fill');
    ring.destroy();
    const [overwritten] = fill.mock.contexts;
    fill.mockRestore();
    expect(overwritten).toEqual(new Uint8Array(32));
  });
});
