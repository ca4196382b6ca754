import { decodeBits } from '@cairn/protocol';
import { Piscina } from 'piscina';
import type { ProofSearch } from '@cairn/chain/miner';
import type { ProofTask } from './proof-worker.ts';

const NONCES = 2 ** 32;
/** Nonces searched by one task: some 30 ms, after which a cancelled search ends. */
const NONCES_PER_TASK = 16_384;

/** Finds proofs of work in a separate thread. The first search starts it. */
export class ProofThread implements ProofSearch {
  #pool: Piscina | undefined;
  readonly #closing = new AbortController();

  /** @throws Error if the thread ended during the search */
  async find(header: Uint8Array, bits: number, signal: AbortSignal): Promise<number | undefined> {
    const pool = (this.#pool ??= new Piscina({
      filename: new URL('proof-worker.ts', import.meta.url).href,
      maxThreads: 1,
      execArgv: [], // not the process's own flags: Node refuses `--input-type` for a thread that runs a file
    }));
    const target = Uint8Array.from(Buffer.from(decodeBits(bits).toString(16).padStart(64, '0'), 'hex'));
    const ending = AbortSignal.any([signal, this.#closing.signal]);
    for (let first = 0; first < NONCES && !ending.aborted; first += NONCES_PER_TASK) {
      const task: ProofTask = { header: Uint8Array.from(header), target, first, count: NONCES_PER_TASK };
      const nonce = (await pool.run(task)) as number | undefined;
      if (nonce !== undefined) return nonce;
    }
    return undefined;
  }

  /** Ends the thread; a running search returns `undefined`. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#pool?.close();
  }
}
