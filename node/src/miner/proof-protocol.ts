/** One search, as the main thread hands it to the worker. */
export interface ProofJob {
  /** Positive and ascending; the search goes on only while the shared control word names it. */
  readonly job: number;
  /** The 118 header bytes; the nonce in them is overwritten. */
  readonly header: Uint8Array;
  /** The target as 32 big-endian bytes: an ID must not exceed it. */
  readonly target: Uint8Array;
}

/** The outcome of one search; `nonce` is absent when it was called off or all 2^32 nonces failed. */
export interface ProofAnswer {
  readonly job: number;
  readonly nonce?: number;
  /** Header hashes that were tried. */
  readonly hashes: number;
}
