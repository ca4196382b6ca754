import { sep } from 'node:path';
import type { Network } from '@cairn/protocol';
import { changesChain, interceptDiskOperations, type DiskCall } from '../crash/disk-operations.ts';
import { placeInFolder, type StorePlace } from '../crash/stores.ts';
import type { Random } from '../random.ts';

/** Where the nodes of a world have their stores, and which of their writes fail. */
export interface SimulatedDisk {
  /** Writes fail only while it is true. */
  isFailing: boolean;
  /** Writes that failed. */
  readonly failures: number;
  /** Writes of nodes that had to end. */
  readonly problems: readonly string[];
  /** Call when a node starts. @param folder of the node */
  repair(folder: string): void;
  open(folder: string, network: Network, isProjected: boolean): StorePlace;
}

/** A small limit, so that there are several block files. */
export const BLOCK_FILE = 40_000;

/** Performs disk operations for the newest world. Those of a process are intercepted once, for all worlds. */
let perform: ((call: DiskCall) => Promise<unknown>) | undefined;

/** The disk of the nodes of a world: one in a number of writes of a chain fails, with or without its bytes on disk. */
export class FailingDisk implements SimulatedDisk {
  readonly #random: Random;
  readonly #writes: number;
  /** Folders of nodes that have to end. */
  readonly #failed = new Set<string>();
  readonly #folders: readonly string[];
  isFailing = false;
  failures = 0;
  readonly problems: string[] = [];

  /** @param writes one in so many fails @param folders of the nodes */
  constructor(random: Random, writes: number, folders: readonly string[]) {
    this.#random = random;
    this.#writes = writes;
    this.#folders = folders;
    const isFirst = perform === undefined;
    perform = (call) => this.#perform(call);
    if (isFirst) interceptDiskOperations((call) => perform!(call));
  }

  repair(folder: string): void {
    this.#failed.delete(folder);
  }

  open(path: string, network: Network, projected: boolean): StorePlace {
    return placeInFolder({ path, network, projected, maxBlockFileSize: BLOCK_FILE });
  }

  async #perform({ name, path, run, half = run }: DiskCall): Promise<unknown> {
    const folder = this.#folders.find((one) => path.startsWith(one + sep));
    if (folder === undefined || !changesChain(name)) return run();
    if (this.#failed.has(folder)) this.problems.push(`${folder}: ${name} after a failed write`);
    if (!this.isFailing || !this.#random.chance(1 / this.#writes)) return run();
    this.#failed.add(folder);
    this.failures += 1;
    await this.#random.pick([async () => undefined, half, run])();
    throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
  }
}
