import { memoryHome, type MemoryHome } from '@cairn/chain/memory';
import { type DatabasePlace, StorageWriteError } from '@cairn/chain/storage';
import { withChanges } from '@cairn/http/test-support';
import { runtime } from '../../src/home/runtime.ts';
import type { Random } from '../random.ts';
import type { StorePlace } from '../crash/stores.ts';
import type { SimulatedDisk } from './failing-disk.ts';

/** The memory of the nodes of a world: one in a number of writes of a chain fails, with or without its bytes. */
export class FailingMemory implements SimulatedDisk {
  readonly #random: Random;
  readonly #writes: number;
  readonly #homes = new Map<string, MemoryHome>();
  /** Nodes that have to end. */
  readonly #failed = new Set<string>();
  isFailing = false;
  failures = 0;
  readonly problems: string[] = [];

  /** @param writes one in so many fails */
  constructor(random: Random, writes: number) {
    this.#random = random;
    this.#writes = writes;
  }

  repair(folder: string): void {
    this.#failed.delete(folder);
  }

  open(folder: string): StorePlace {
    const home = this.#homes.get(folder) ?? memoryHome(runtime);
    this.#homes.set(folder, home);
    const write: Write = (name, run) => this.#write(folder, name, run);
    return {
      home: {
        ...home,
        openLog: async (network) => {
          const log = await home.openLog(network);
          return withChanges(log, {
            append: (bodies) => write('log', () => log.append(bodies)),
            cut: (position) => write('log', () => log.cut(position)),
          });
        },
        core: failingPlace(home.core, write),
        side: failingPlace(home.side, write),
      },
      mempool: home.mempool,
      project: () => undefined,
      close: () => undefined,
    };
  }

  async #write<Result>(folder: string, name: string, run: () => Promise<Result>): Promise<Result> {
    if (this.#failed.has(folder)) this.problems.push(`${folder}: ${name} written after a failed write`);
    if (!this.isFailing || !this.#random.chance(1 / this.#writes)) return run();
    this.#failed.add(folder);
    this.failures += 1;
    if (this.#random.chance(0.5)) await run();
    throw new StorageWriteError(name, new Error('no room'));
  }
}

type Write = <Result>(name: string, run: () => Promise<Result>) => Promise<Result>;

function failingPlace(place: DatabasePlace, write: Write): DatabasePlace {
  return {
    ...place,
    database: (tuning) => {
      const database = place.database(tuning);
      return withChanges(database, {
        batch: () => {
          const batch = database.batch();
          return withChanges(batch, { write: (options) => write(place.path, () => batch.write(options)) });
        },
      });
    },
  };
}
