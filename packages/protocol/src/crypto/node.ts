// For Node: libsecp256k1, which verifies several times faster than OpenSSL and more than seven times faster than @noble.
import { createRequire } from 'node:module';
import type * as secp256k1 from 'tiny-secp256k1';
import type { Crypto } from './crypto.ts';
import { loadNativeCrypto } from './native.ts';
import { wasmCrypto } from './wasm.ts';

export function loadWasmCrypto(): Crypto {
  return wasmCrypto(createRequire(import.meta.url)('tiny-secp256k1') as typeof secp256k1);
}

function choose(): Crypto {
  try {
    return loadNativeCrypto();
  } catch {
    return loadWasmCrypto(); // Linux on ARM or with musl, Intel Macs
  }
}

export const crypto = choose();
