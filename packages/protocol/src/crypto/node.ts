// For Node: libsecp256k1, which verifies several times faster than OpenSSL and more than seven times faster than @noble.
import type { Crypto } from './crypto.ts';
import { loadNativeCrypto } from './native.ts';
import { loadWasmCrypto } from './wasm.ts';

function choose(): Crypto {
  try {
    return loadNativeCrypto();
  } catch {
    return loadWasmCrypto(); // Linux on ARM or with musl, Intel Macs
  }
}

export const crypto = choose();
