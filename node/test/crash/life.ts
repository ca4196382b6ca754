import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { runChild, type ChildEnd, type Moment } from './child-process.ts';
import { CrashFailure } from './tally.ts';
import { findDifference, pendingLines } from './equality.ts';
import type { Injection } from './injection.ts';
import { openLedger, SMALL_BLOCK_FILE, type Ledger, type LedgerOptions } from './ledger.ts';
import { nextOperation, perform, type Operation, type Workload } from './operations.ts';
import type { RawState } from './raw-state.ts';
import { withSurvivor, type Recovery } from './survivor.ts';

/** More operations than a child gets done before it is killed. */
const ENDLESS = 1_000_000;

export interface LifeOptions {
  /** An empty folder. */
  readonly folder: string;
  readonly workload: Workload;
  /** Whether the projection follows. */
  readonly projected: boolean;
  readonly seed: number;
}

/** How to kill the next child. */
export interface Attempt {
  readonly injection: Injection;
  /** For a kill at any moment. */
  readonly moment?: Moment;
  /** Operations that the child does before it ends by itself. */
  readonly operations?: number;
}

/** Outcome of an attempt. */
export interface Strike {
  readonly end: ChildEnd;
  /** How the directory was left. */
  readonly raw: RawState;
  /** How the copy of it was recovered. */
  readonly recovery: Recovery;
}

/**
 * A data directory whose processes are killed one after another, and its twin: the same operations in one process that
 * nothing ever happens to. After each kill both must be equal.
 */
export class Life {
  readonly victim: string;
  readonly #options: LifeOptions;
  #twin: Ledger;
  /** Number of the next operation. */
  #position = 0;

  private constructor(options: LifeOptions, twin: Ledger) {
    this.victim = join(options.folder, 'victim');
    this.#options = options;
    this.#twin = twin;
  }

  static async begin(options: LifeOptions): Promise<Life> {
    mkdirSync(options.folder, { recursive: true });
    return new Life(options, await openTwin(options));
  }

  /** Lets both go so many operations further without a fault. */
  async grow(operations: number): Promise<void> {
    for (let count = 0; count < operations; count += 1) await this.#advance();
    await this.#twin.close();
    rmSync(this.victim, { recursive: true, force: true });
    cpSync(this.#twin.path, this.victim, { recursive: true });
    this.#twin = await openTwin(this.#options);
  }

  /**
   * Runs a child on the directory, kills it, and compares what it left with the twin.
   * @throws CrashFailure when they differ
   */
  async strike({ injection, moment, operations = ENDLESS }: Attempt): Promise<Strike> {
    const { workload, projected, seed } = this.#options;
    const until = this.#position + operations;
    const task = { path: this.victim, workload, projected, seed, from: this.#position, until, injection };
    const end = await runChild(task, moment);
    try {
      for (let count = 0; count < end.acknowledged; count += 1) await this.#advance();
      const check = (survivor: Ledger): Promise<void> => this.#compare(survivor, end);
      const { raw, recovery } = await withSurvivor(this.victim, ledgerOptions(this.#options), check);
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

  /** Everything that was acknowledged is there; what was under way is there as a whole or not at all. */
  async #compare(survivor: Ledger, end: ChildEnd): Promise<void> {
    const height = survivor.chain.tip()?.height ?? -1;
    if (this.#options.workload !== 'step-back' && height < end.acknowledgedHeight) {
      throw new Error(`block ${end.acknowledgedHeight} was acknowledged and is lost`);
    }
    if (end.isUnderWay) await this.#followUnfinished(survivor);
    const difference = await findDifference(survivor, this.#twin);
    if (difference !== undefined) throw new Error(difference);
  }

  /** Does on the twin what the survivor has of the operation that was not acknowledged. */
  async #followUnfinished(survivor: Ledger): Promise<void> {
    const operation = this.#next();
    if (operation.kind !== 'submit') {
      if (survivor.chain.tip()?.id !== this.#twin.chain.tip()?.id) await this.#advance();
      return;
    }
    const stored = pendingLines(survivor).length - pendingLines(this.#twin).length;
    // A replacement leaves the number as it was.
    const isReplaced = pendingLines(survivor).join() !== pendingLines(this.#twin).join();
    const raws = operation.raws.slice(0, stored === 0 && isReplaced ? 1 : stored);
    if (raws.length === 0) return;
    await perform(this.#twin, { kind: 'submit', raws });
    this.#position += 1;
  }
}

function openTwin(options: LifeOptions): Promise<Ledger> {
  return openLedger({ path: join(options.folder, 'twin'), ...ledgerOptions(options) });
}

function ledgerOptions({ workload, projected }: LifeOptions): Omit<LedgerOptions, 'path'> {
  return { pending: workload === 'pending', projected, maxBlockFileSize: SMALL_BLOCK_FILE };
}
