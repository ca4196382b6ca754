// The hashes apart from the curve: a page that checks an address needs no more, and the curve is four times as heavy.
import { ripemd160 } from '@noble/hashes/legacy.js';
import { sha256 } from '@noble/hashes/sha2.js';
import type { Crypto } from './crypto.ts';

export const crypto: Pick<Crypto, 'sha256' | 'ripemd160'> = {
  sha256: (data) => sha256(data),
  ripemd160: (data) => ripemd160(data),
};
