import { HeaderChain, type HeaderCheckpoint, type Network } from '@cairn/protocol';
import { API_BASE_URL } from '../config.ts';
import { HEADERS_AT_ONCE } from './source.ts';

/** Checkpoints that are kept at most: with one for every 2,000 headers, a million of them in some 100 KB. */
const MOST = 512;

/** Reorganizations are seldom deeper, in blocks. */
const USUAL_DEPTH = 100;

/** Checkpoint of the chain that a session has checked from the genesis block. Plain JSON. */
export interface KeptRecord {
  readonly network: string;
  readonly checkpoints: readonly HeaderCheckpoint[];
}

/**
 * Blocks of a chain that was checked from its genesis block, lowest first. A block between two of them belongs to that
 * chain if headers link it to the one below and to the one above: so the next page checks one range and the new blocks.
 */
export class KeptChain {
  #network: Network | undefined;
  #checkpoints: HeaderCheckpoint[] = [];
  readonly #known: KeptRecord | undefined;
  #wasCut = false;
  readonly #onChange: (record: KeptRecord) => void;

  constructor(known?: KeptRecord, onChange: (record: KeptRecord) => void = () => undefined) {
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

  /** Takes what is known of a network, or its genesis block. */
  begin(network: Network): void {
    if (this.#network === network) return;
    this.#network = network;
    const genesis = HeaderChain.fromGenesis(network).checkpoint;
    const known = this.#known?.network === network.name ? this.#known.checkpoints : [];
    this.#checkpoints = [genesis, ...known.filter(({ height }) => height > 0)];
  }

  /** The highest block at or below a height. */
  below(height: number): HeaderCheckpoint {
    return this.#checkpoints.findLast((one) => one.height <= height) ?? this.#checkpoints[0]!;
  }

  /**
   * Keeps a block that was checked.
   * @returns the highest block that is kept above it, if this very block was known; others above it are of another branch
   */
  add(checkpoint: HeaderCheckpoint): HeaderCheckpoint | undefined {
    const { height, id } = checkpoint;
    const same = this.#checkpoints.find((one) => one.height === height);
    if (same?.id === id) return height < this.height ? this.#checkpoints.at(-1) : undefined;
    const above = same === undefined ? this.#checkpoints.filter((one) => one.height > height) : [];
    // Between ranges, only the highest block is of use.
    const below = this.#checkpoints.filter(
      (one) => one.height < height && one.height % HEADERS_AT_ONCE === 0,
    );
    this.#checkpoints = this.#bounded([...below, checkpoint, ...above]);
    this.#onChange({ network: this.#network!.name, checkpoints: this.#checkpoints });
    return undefined;
  }

  /** Forgets the highest blocks, or everything where only older ones are left. @returns whether anything was kept */
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

/** Of one API: another one may have another chain. */
const KEY = `cairn.verified ${API_BASE_URL ?? ''}`;

/** The headers that pages of this session have checked, if any. */
export function readKept(): KeptRecord | undefined {
  try {
    const record = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as KeptRecord | null;
    return record !== null && Array.isArray(record.checkpoints) ? record : undefined;
  } catch {
    return undefined; // no storage, or not what this page wrote: the chain is checked from its genesis block
  }
}

/** Keeps them until the tab is closed. */
export function writeKept(record: KeptRecord): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(record));
  } catch {
    // No storage, or none left: the next page checks the chain from its genesis block.
  }
}
