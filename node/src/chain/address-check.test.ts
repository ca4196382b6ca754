import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { addressFromPublicKey, getNetwork } from '@cairn/protocol';
import { expect, it } from 'vitest';
import { rememberingAddressCheck } from './address-check.ts';

const [devnet, mainnet] = [getNetwork('devnet'), getNetwork('mainnet')];

function addressOf(seed: number, network = devnet): string {
  const key = Buffer.alloc(33, 2);
  key.writeUInt32BE(seed, 1);
  return addressFromPublicKey(key, network);
}

it('tells the addresses of its network, again and again', () => {
  const isAddress = rememberingAddressCheck(devnet);
  for (let round = 0; round < 2; round += 1) {
    expect(isAddress(addressOf(1))).toBe(true);
    expect(isAddress(addressOf(1, mainnet))).toBe(false);
    expect(isAddress(`${addressOf(1)}x`)).toBe(false);
  }
});

it('remembers addresses, and not the request targets that they were cut out of', () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const isAddress = rememberingAddressCheck(devnet);
  const usedNow = (): number => {
    collect();
    return process.memoryUsage().heapUsed;
  };
  const before = usedNow();
  for (let seed = 0; seed < 2_000; seed += 1) {
    const target = Buffer.from(`${addressOf(seed)}?${'x'.repeat(16_000)}`).toString('latin1');
    expect(isAddress(target.split('?')[0]!)).toBe(true);
  }
  const taken = usedNow() - before; // the targets are 32 MB
  expect(isAddress(addressOf(0))).toBe(true); // still there to be measured
  expect(taken).toBeLessThan(8 * 1024 * 1024);
});
