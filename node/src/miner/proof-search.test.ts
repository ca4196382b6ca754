import {
  blockIdBytes,
  encodeBlockHeader,
  genesisBlock,
  getNetwork,
  meetsTarget,
  type BlockHeader,
} from '@cairn/protocol';
import { decodeBlockHeader } from '@cairn/protocol';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ProofThread } from './proof-search.ts';

/** Bits of a target that one hash in 2^48 meets, so that no search in a test succeeds. */
const HOPELESS_BITS = 0x1b00ffff;
const header: BlockHeader = { ...decodeBlockHeader(genesisBlock(getNetwork('devnet'))), nonce: 0 };
const bytesWith = (nonce: number): Uint8Array => encodeBlockHeader({ ...header, nonce });
let proofs: ProofThread;

beforeEach(() => {
  proofs = new ProofThread();
});

afterEach(() => proofs.close());

describe('proof search', () => {
  it('finds the lowest nonce whose block ID meets the target', async () => {
    const bits = 0x1f00ffff; // about 2^16 hashes
    const nonce = await proofs.find(bytesWith(0), bits, new AbortController().signal);
    expect(meetsTarget(blockIdBytes(bytesWith(nonce!)), bits)).toBe(true);
    for (let lower = Math.max(0, nonce! - 50); lower < nonce!; lower += 1) {
      expect(meetsTarget(blockIdBytes(bytesWith(lower)), bits)).toBe(false);
    }
  });

  it('ends when it is cancelled, and can search again', async () => {
    const stop = new AbortController();
    const search = proofs.find(bytesWith(0), HOPELESS_BITS, stop.signal);
    stop.abort();
    expect(await search).toBeUndefined();
    expect(await proofs.find(bytesWith(0), 0x207fffff, new AbortController().signal)).toBeTypeOf('number');
  });

  it('returns nothing from a search that is running when the thread is closed', async () => {
    const search = proofs.find(bytesWith(0), HOPELESS_BITS, new AbortController().signal);
    await proofs.close();
    expect(await search).toBeUndefined();
  });
});
