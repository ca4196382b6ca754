import { addressFromPublicKey, getNetwork } from '@cairn/protocol';
import { expect, it } from 'vitest';
import { AddressCache } from './address-cache.ts';

const [devnet, mainnet] = [getNetwork('devnet'), getNetwork('mainnet')];

function keyOf(seed: number): Uint8Array {
  const key = Buffer.alloc(64, 2);
  key.writeUInt32BE(seed, 1);
  return key;
}

function addressOf(seed: number, network = devnet): string {
  return addressFromPublicKey(keyOf(seed), network);
}

it('recognizes addresses of its network and their keys, cached or not', () => {
  const cache = new AddressCache(devnet, 1);
  for (let round = 0; round < 2; round += 1) {
    expect(cache.isValid(addressOf(1))).toBe(true);
    expect(cache.isValid(addressOf(1, mainnet))).toBe(false);
    expect(cache.isValid(`${addressOf(1)}x`)).toBe(false);
    expect(cache.hasKey(addressOf(1), keyOf(1))).toBe(true);
    expect(cache.hasKey(addressOf(1), keyOf(2))).toBe(false);
    expect(cache.hasKey(addressOf(2), keyOf(2))).toBe(true);
  }
});
