import { HeaderChain, type HeaderCheckpoint, type Network } from '@cairn/protocol';
import { API_BASE_URL } from '../../site/config.ts';
import { HEADERS_AT_ONCE } from './api-source.ts';

/** Maximum number of checkpoints: with one for every 2,000 headers, they cover a million headers in some 100 KB. */
const MOST = 512;

/** The checkpoints of a session, as stored: plain JSON, lowest first. */
export interface StoredCheckpoints {
  readonly network: string;
  readonly checkpoints: readonly HeaderCheckpoint[];
}

/**
 * Blocks that this browser session has linked to the genesis block. If headers link another block to the checkpoints
 * below and above it, that block is also in the chain: a page then walks only the headers between these two, and the
 * new blocks.
 */
export class Checkpoints {
  #stored: StoredCheckpoints | undefined;
  readonly #onChange: (stored: StoredCheckpoints) => void;

  constructor(stored?: StoredCheckpoints, onChange: (stored: StoredCheckpoints) => void = () => undefined) {
    this.#stored = stored;
    this.#onChange = onChange;
  }

  /** The genesis block, then the checkpoints of a network up to a height, lowest first. */
  upTo(height: number, network: Network): readonly [HeaderCheckpoint, ...HeaderCheckpoint[]] {
    const { checkpoint } = HeaderChain.fromGenesis(network);
    return [checkpoint, ...this.#of(network).filter((one) => one.height > 0 && one.height <= height)];
  }

  /** Adds a checked block. Of the checkpoints below it, those between two multiples of `HEADERS_AT_ONCE` are removed. */
  add(checkpoint: HeaderCheckpoint, network: Network): void {
    const { height } = checkpoint;
    const all = this.#of(network);
    const below = all.filter((one) => one.height < height && one.height % HEADERS_AT_ONCE === 0);
    const above = all.filter((one) => one.height > height);
    const checkpoints = bounded([...below, checkpoint, ...above]);
    this.#stored = { network: network.name, checkpoints };
    this.#onChange(this.#stored);
  }

  /** Forgets all checkpoints, without a call of `onChange`: the next `add` replaces the stored ones. */
  clear(): void {
    this.#stored = undefined;
  }

  #of(network: Network): readonly HeaderCheckpoint[] {
    return this.#stored?.network === network.name ? this.#stored.checkpoints : [];
  }
}

function bounded(all: HeaderCheckpoint[]): HeaderCheckpoint[] {
  return all.length <= MOST ? all : all.filter((_, index) => index % 2 === 0 || index === all.length - 1);
}

/** Contains the API's URL, because another API may have another chain. */
const STORAGE_KEY = `cairn.verified ${API_BASE_URL ?? ''}`;

/** The checkpoints of this tab's session, if any. */
export function readCheckpoints(): StoredCheckpoints | undefined {
  try {
    const stored = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? 'null') as StoredCheckpoints | null;
    return stored !== null && Array.isArray(stored.checkpoints) ? stored : undefined;
  } catch {
    return undefined; // storage is forbidden, or contains no JSON: the walk starts without checkpoints
  }
}

/** Stores checkpoints until the tab is closed. */
export function writeCheckpoints(stored: StoredCheckpoints): void {
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify(stored));
  } catch {
    // Storage is forbidden or full: the next page starts without these checkpoints.
  }
}
