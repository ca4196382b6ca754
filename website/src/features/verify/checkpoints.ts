import { type HeaderCheckpoint, type NetworkName } from '@cairn/protocol';
import stored from '../../../checkpoints.json' with { type: 'json' };

/** A block of a public network that the build vouches for: a walk may begin there instead of at the genesis block. */
export interface Checkpoint extends HeaderCheckpoint {
  /** The block's 118 bytes, as hex. */
  readonly header: string;
  readonly work: string;
  /** Hashes per second of the whole network around this block. */
  readonly hashesPerSecond: number;
}

/** The checkpoints of this build, by network; `npm run checkpoint` writes them. */
export type Checkpoints = { readonly [Name in NetworkName]?: Checkpoint };

export const CHECKPOINTS = stored as Checkpoints;
