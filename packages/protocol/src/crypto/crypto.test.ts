import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bigIntToBytes, bytesToBigInt, bytesToHex, concatBytes, hexToBytes } from '../bytes.ts';
import { anyBytes, anyPrivateKey } from '../test-support.ts';
import type { Crypto } from './crypto.ts';
import { loadNativeCrypto } from './native.ts';
import * as nobleHashes from './noble-hashes.ts';
import { crypto as noble } from './noble.ts';
import { loadWasmCrypto } from './node.ts';
import * as nodeHashes from './node-hashes.ts';

const ORDER = 0xffff_ffff_ffff_ffff_ffff_ffff_ffff_fffe_baae_dce6_af48_a03b_bfd2_5e8c_d036_4141n;
const HALF_ORDER = ORDER / 2n;
const runs = { numRuns: 30 };
const implementations = [loadNativeCrypto(), loadWasmCrypto(), noble];

/** Curve libraries have misread digests that begin with zeros. */
const anyDigest = fc
  .tuple(anyBytes(32), fc.integer({ min: 0, max: 32 }))
  .map(([digest, zeros]) => digest.fill(0, 0, zeros));

const flip = (bytes: Uint8Array, position: number): Uint8Array =>
  bytes.map((byte, index) => (index === position ? byte ^ 1 : byte));

it('Node and browsers give the same hashes', () => {
  fc.assert(
    fc.property(fc.uint8Array(), (data) => {
      expect(bytesToHex(nodeHashes.sha256(data))).toBe(bytesToHex(nobleHashes.sha256(data)));
      expect(nodeHashes.sha256Text(data)).toBe(nobleHashes.sha256Text(data));
      expect(bytesToHex(nodeHashes.ripemd160(data))).toBe(bytesToHex(nobleHashes.ripemd160(data)));
    }),
  );
  expect(nodeHashes.sha256Text('dCairn')).toBe(nobleHashes.sha256Text('dCairn'));
});

describe.each(implementations.map((crypto): [string, Crypto] => [crypto.implementation, crypto]))(
  'signatures: %s',
  (_, crypto) => {
    it('are the same as those of the others, which accept them', () => {
      fc.assert(
        fc.property(anyPrivateKey, anyDigest, (privateKey, digest) => {
          const publicKey = crypto.getPublicKey(privateKey);
          const signature = crypto.sign(digest, privateKey);
          for (const other of implementations) {
            expect(bytesToHex(other.getPublicKey(privateKey))).toBe(bytesToHex(publicKey));
            expect(bytesToHex(other.sign(digest, privateKey))).toBe(bytesToHex(signature));
            expect(other.verify(signature, digest, publicKey)).toBe(true);
          }
        }),
        runs,
      );
    });

    it('are rejected with a high S, a changed byte, values out of range or a point off the curve', () => {
      fc.assert(
        fc.property(anyPrivateKey, anyDigest, fc.nat(63), (privateKey, digest, position) => {
          const publicKey = crypto.getPublicKey(privateKey);
          const signature = crypto.sign(digest, privateKey);
          const [r, s] = [signature.subarray(0, 32), signature.subarray(32)];
          const junk = [
            concatBytes(r, bigIntToBytes(ORDER - bytesToBigInt(s), 32)),
            concatBytes(r, new Uint8Array(32)),
            concatBytes(new Uint8Array(32), s),
            concatBytes(bigIntToBytes(ORDER, 32), s),
            flip(signature, position),
            new Uint8Array(64),
            new Uint8Array(64).fill(0xff),
          ];
          for (const bytes of junk) expect(crypto.verify(bytes, digest, publicKey)).toBe(false);
          expect(crypto.verify(signature, flip(digest, position % 32), publicKey)).toBe(false);
          for (const key of [flip(publicKey, position), new Uint8Array(64), new Uint8Array(64).fill(0xff)])
            expect(crypto.verify(signature, digest, key)).toBe(false);
        }),
        runs,
      );
    });

    it('take private keys of the same range', () => {
      const keys = [0n, 1n, ORDER - 1n, ORDER, ORDER + 1n, (1n << 256n) - 1n];
      expect(keys.map((key) => crypto.isValidPrivateKey(bigIntToBytes(key, 32)))).toEqual([
        false,
        true,
        true,
        false,
        false,
        false,
      ]);
    });

    it.each(wycheproofGroups())("pass Wycheproof's vectors of the key $publicKey", ({ publicKey, tests }) => {
      for (const { tcId, comment, msg, sig, result } of tests) {
        const signature = hexToBytes(sig);
        const isLowS = bytesToBigInt(signature.subarray(32)) <= HALF_ORDER;
        expect(
          crypto.verify(signature, nodeHashes.sha256(hexToBytes(msg)), hexToBytes(publicKey)),
          `${tcId}: ${comment}`,
        ).toBe(result === 'valid' && isLowS);
      }
    });
  },
);

/** Of `verify`, which takes signatures of 64 bytes (`signature.test.ts` has others). */
function wycheproofGroups() {
  const { groups } = JSON.parse(
    readFileSync(new URL('wycheproof-vectors.json', import.meta.url), 'utf8'),
  ) as {
    groups: {
      publicKey: string;
      tests: { tcId: number; comment: string; msg: string; sig: string; result: 'valid' | 'invalid' }[];
    }[];
  };
  return groups.map(({ publicKey, tests }) => ({
    publicKey,
    tests: tests.filter(({ sig }) => sig.length === 128),
  }));
}

describe('Node', () => {
  const script = `
    import { signatureImplementation, signDigest, verifySignature, getPublicKey } from '@cairn/protocol';
    const key = new Uint8Array(32).fill(7);
    const isValid = verifySignature(signDigest(key, key), key, getPublicKey(key));
    process.stdout.write(signatureImplementation + ' ' + isValid);
  `;
  const run = (variables: Readonly<Record<string, string>>): string =>
    execFileSync(process.execPath, ['--input-type=module', '--eval', script], {
      cwd: import.meta.dirname,
      env: { ...process.env, ...variables },
      encoding: 'utf8',
    });

  it('runs WebAssembly on a machine without a build of libsecp256k1', () => {
    expect(run({})).toBe('native true');
    expect(run({ npm_config_arch: 'riscv64' })).toBe('wasm true'); // which the loader of the build reads
  });
});
