import { blockIdBytes, HEADER_NONCE_OFFSET, meetsTarget } from '@cairn/protocol';
import { writeU32 } from '@cairn/protocol/layout';
import type { ProofSearch } from '../miner/miner.ts';
import type { Turn } from '../runtime.ts';

const NONCES = 2 ** 32;
/** Nonces that are searched in one task: some 30 ms. */
const NONCES_PER_TURN = 16_384;

/** Searches where the caller is, and lets other events run meanwhile: enough for a devnet, where every second nonce will do. */
export function searchHere(turn: Turn): ProofSearch {
  return {
    async find(header, bits, signal) {
      const bytes = header.slice();
      for (let nonce = 0; nonce < NONCES; nonce += 1) {
        if (nonce % NONCES_PER_TURN === 0) {
          if (signal.aborted) return undefined;
          if (nonce > 0) await turn();
        }
        writeU32(bytes, HEADER_NONCE_OFFSET, nonce);
        if (meetsTarget(blockIdBytes(bytes), bits)) return nonce;
      }
      return undefined;
    },
  };
}
