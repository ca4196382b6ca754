import { HeaderChain, type HeaderCheckpoint, type Network } from '@cairn/protocol';
import { API_BASE_URL } from '../config.ts';
import { HEADERS_AT_ONCE } from './api-source.ts';

/** Most checkpoints: with one for every 2,000 headers, they cover a million headers in some 100 KB. */
const MOST = 512;

/** Depth in blocks that few reorganizations exceed. */
const USUAL_DEPTH = 100;

/** The checkpoints of a session, as stored. Plain JSON. */
export interface StoredCheckpoints {
  readonly network: string;
  readonly checkpoints: readonly HeaderCheckpoint[];
}

/**
 * Blocks of a chain that this session has checked from its genesis block, lowest first. If headers link another block to the
 * checkpoints below and above it, that block is in the chain too: a page then checks one range and the new blocks.
 */
export class Checkpoints {
  #network: Network | undefined;
  #checkpoints: HeaderCheckpoint[] = [];
  readonly #known: StoredCheckpoints | undefined;
  #wasCut = false;
  readonly #onChange: (record: StoredCheckpoints) => void;

  constructor(known?: StoredCheckpoints, onChange: (record: StoredCheckpoints) => void = () => undefined) {
    this.#known = known;
    this.#onChange = onChange;
  }

  get network(): string | undefined {
    return this.#network?.name;
  }

  /** Height up to which the chain was checked. */
  get height(): number {
    return this.#checkpoints.at(-1)?.height ?? 0;
  }

  /** Loads the checkpoints of a network, or starts with its genesis block. */
  begin(network: Network): void {
    if (this.#network === network) return;
    this.#network = network;
    const genesis = HeaderChain.fromGenesis(network).checkpoint;
    const known = this.#known?.network === network.name ? this.#known.checkpoints : [];
    this.#checkpoints = [genesis, ...known.filter(({ height }) => height > 0)];
  }

  /** The highest checkpoint at or below a height. */
  below(height: number): HeaderCheckpoint {
    return this.#checkpoints.findLast((one) => one.height <= height) ?? this.#checkpoints[0]!;
  }

  /**
   * Adds a checked block. If another block was known at its height, those above are of another branch and are removed.
   * @returns the highest checkpoint above it if this block was known, so that the walk can continue there
   */
  add(checkpoint: HeaderCheckpoint): HeaderCheckpoint | undefined {
    const { height, id } = checkpoint;
    const same = this.#checkpoints.find((one) => one.height === height);
    if (same?.id === id) return height < this.height ? this.#checkpoints.at(-1) : undefined;
    const above = same === undefined ? this.#checkpoints.filter((one) => one.height > height) : [];
    // Within a range of headers, only the highest checkpoint is useful.
    const below = this.#checkpoints.filter(
      (one) => one.height < height && one.height % HEADERS_AT_ONCE === 0,
    );
    this.#checkpoints = this.#bounded([...below, checkpoint, ...above]);
    this.#onChange({ network: this.#network!.name, checkpoints: this.#checkpoints });
    return undefined;
  }

  /** Removes the checkpoints above the usual depth of a reorganization; the second time, all. @returns false without any */
  forget(): boolean {
    const [genesis, ...rest] = this.#checkpoints;
    if (genesis === undefined || rest.length === 0) return false;
    const older = rest.filter(({ height }) => height <= this.height - USUAL_DEPTH);
    this.#checkpoints = older.length < rest.length && !this.#wasCut ? [genesis, ...older] : [genesis];
    this.#wasCut = true;
    return true;
  }

  #bounded(all: HeaderCheckpoint[]): HeaderCheckpoint[] {
    return all.length <= MOST ? all : all.filter((_, index) => index % 2 === 0 || index === all.length - 1);
  }
}

/** Contains the API's URL, because another API may have another chain. */
const STORAGE_KEY = `cairn.verified ${API_BASE_URL ?? ''}`;

/** The checkpoints of this tab's session, if any. */
export function readCheckpoints(): StoredCheckpoints | undefined {
  try {
    const record = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? 'null') as StoredCheckpoints | null;
    return record !== null && Array.isArray(record.checkpoints) ? record : undefined;
  } catch {
    return undefined; // no storage, or something else in it: the chain is checked from its genesis block
  }
}

/** Stores checkpoints until the tab is closed. */
export function writeCheckpoints(record: StoredCheckpoints): void {
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify(record));
  } catch {
    // No storage, or it is full: the next page checks the chain from its genesis block.
  }
}
