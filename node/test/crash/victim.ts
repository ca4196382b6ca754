import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { runChild, type ChildEnd, type KillTime } from './child-process.ts';
import { CrashFailure } from './tally.ts';
import { findDifference, pendingLines } from './equality.ts';
import type { Injection } from './injection.ts';
import { openStores, SMALL_BLOCK_FILE, type Stores, type StoresOptions } from './stores.ts';
import { nextOperation, perform, type Operation, type Workload } from './operations.ts';
import type { RawState } from './raw-state.ts';
import { withSurvivor, type Recovery } from './survivor.ts';

/** More operations than a child can perform before it is killed. */
const UNLIMITED = 1_000_000;

interface VictimOptions {
  /** An empty folder. */
  readonly folder: string;
  readonly workload: Workload;
  /** Whether the projection follows. */
  readonly projected: boolean;
  readonly seed: number;
}

/** How to kill the next child. */
interface Attempt {
  readonly injection: Injection;
  /** When the parent kills it; by default it kills itself at the place of the injection. */
  readonly killTime?: KillTime;
  /** Operations after which the child ends by itself. */
  readonly operations?: number;
}

/** Outcome of an attempt. */
export interface Kill {
  readonly end: ChildEnd;
  /** State in which the directory was left. */
  readonly raw: RawState;
  /** Recovery of a copy of it. */
  readonly recovery: Recovery;
}

/**
 * A data directory whose processes are killed one after another, and its twin: the same operations in one process
 * without faults. After each kill both must be equal.
 */
export class Victim {
  readonly path: string;
  readonly #options: VictimOptions;
  #twin: Stores;
  /** Number of the next operation. */
  #position = 0;

  private constructor(options: VictimOptions, twin: Stores) {
    this.path = join(options.folder, 'victim');
    this.#options = options;
    this.#twin = twin;
  }

  static async begin(options: VictimOptions): Promise<Victim> {
    mkdirSync(options.folder, { recursive: true });
    return new Victim(options, await openTwin(options));
  }

  /** Performs operations on both without a fault. */
  async grow(operations: number): Promise<void> {
    for (let count = 0; count < operations; count += 1) await this.#advance();
    await this.#twin.close();
    rmSync(this.path, { recursive: true, force: true });
    cpSync(this.#twin.path, this.path, { recursive: true });
    this.#twin = await openTwin(this.#options);
  }

  /**
   * Runs a child on the directory, kills it, and compares the directory with the twin.
   * @throws CrashFailure if they differ
   */
  async kill({ injection, killTime, operations = UNLIMITED }: Attempt): Promise<Kill> {
    const { workload, projected, seed } = this.#options;
    const until = this.#position + operations;
    const task = { path: this.path, workload, projected, seed, from: this.#position, until, injection };
    const end = await runChild(task, killTime);
    try {
      for (let count = 0; count < end.acknowledged; count += 1) await this.#advance();
      const check = (survivor: Stores): Promise<void> => this.#compare(survivor, end);
      const { raw, recovery } = await withSurvivor(this.path, storesOptions(this.#options), check);
      if (workload !== 'step-back' && raw.tip !== undefined && raw.projectedHeight > raw.tip.height) {
        throw new Error('the projection is ahead of the index');
      }
      return { end, raw, recovery };
    } catch (error) {
      const place = `operation ${this.#position} (${workload}), killed ${end.phase}`;
      throw new CrashFailure(`${place}: ${(error as Error).message}`, this.#options.folder, { cause: error });
    }
  }

  async end(): Promise<void> {
    await this.#twin.close();
    rmSync(this.#options.folder, { recursive: true });
  }

  #next(): Operation {
    return nextOperation(this.#twin, this.#options.workload, this.#options.seed, this.#position);
  }

  async #advance(): Promise<void> {
    await perform(this.#twin, this.#next());
    this.#position += 1;
  }

  /** Requires every acknowledged operation; one in progress must be stored completely or not at all. */
  async #compare(survivor: Stores, end: ChildEnd): Promise<void> {
    const height = survivor.chain.tip().height;
    if (this.#options.workload !== 'step-back' && height < end.acknowledgedHeight) {
      throw new Error(`block ${end.acknowledgedHeight} was acknowledged and is lost`);
    }
    if (end.isInOperation) await this.#followUnfinished(survivor);
    const difference = await findDifference(survivor, this.#twin);
    if (difference !== undefined) throw new Error(difference);
  }

  /** Performs on the twin the part of the unacknowledged operation that the survivor has stored. */
  async #followUnfinished(survivor: Stores): Promise<void> {
    const operation = this.#next();
    if (operation.kind !== 'submit') {
      if (survivor.chain.tip().id !== this.#twin.chain.tip().id) await this.#advance();
      return;
    }
    const stored = pendingLines(survivor).length - pendingLines(this.#twin).length;
    // A replacement does not change the number.
    const isReplaced = pendingLines(survivor).join() !== pendingLines(this.#twin).join();
    const raws = operation.raws.slice(0, stored === 0 && isReplaced ? 1 : stored);
    if (raws.length === 0) return;
    await perform(this.#twin, { kind: 'submit', raws });
    this.#position += 1;
  }
}

function openTwin(options: VictimOptions): Promise<Stores> {
  return openStores({ path: join(options.folder, 'twin'), ...storesOptions(options) });
}

function storesOptions({ workload, projected }: VictimOptions): Omit<StoresOptions, 'path'> {
  return { pending: workload === 'pending', projected, maxBlockFileSize: SMALL_BLOCK_FILE };
}
