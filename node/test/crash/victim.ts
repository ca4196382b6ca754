import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { BlockId } from '@cairn/protocol';
import { DEVNET } from '@cairn/chain/test-support';
import type { ChangeLimits } from '@cairn/chain';
import { verifyChain } from '../../src/home/verify.ts';
import { CoreStore } from '@cairn/chain/storage';
import { openDataDirectory } from '../../src/home/data-directory.ts';
import { runChild, type ChildEnd, type KillTime } from './child-process.ts';
import { pendingLines } from './equality.ts';
import type { Injection } from './injection.ts';
import { perform, Script, type Workload } from './script.ts';
import { openStores, SMALL_BLOCK_FILE, type Stores, type StoresOptions } from './stores.ts';
import { CrashFailure, type Recovery } from './tally.ts';
import { Twin } from './twin.ts';
import { runtime } from '../../src/home/runtime.ts';
import { levelFolder } from '../../src/home/level-folder.ts';

/** Operations that a child performs if nothing ends it: each kind of the workload twice. */
const OPERATIONS = 10;

interface VictimOptions {
  /** An empty folder. */
  readonly folder: string;
  readonly workload: Workload;
  /** Whether the projection follows. */
  readonly projected: boolean;
  /** What one write holds. */
  readonly changeLimits: ChangeLimits | undefined;
  readonly seed: number;
}

/** How the next child is to end. */
interface Attempt {
  /** `undefined` for one that its parent kills. */
  readonly injection: Injection | undefined;
  readonly killTime?: KillTime;
  /** True if it ends once its stores are open. */
  readonly onlyOpens: boolean;
  /** True to verify and rebuild what it leaves, too. */
  readonly isVerified: boolean;
}

/** Outcome of an attempt. */
export interface Outcome {
  readonly end: ChildEnd;
  readonly recovery: Recovery;
  /** Time to open the stores. */
  readonly milliseconds: number;
}

/**
 * A data directory whose processes end one after another. After each, its stores must equal those of a twin without a fault, which
 * has received nothing but the blocks of its chain and its pending transactions.
 */
export class Victim {
  readonly path: string;
  readonly #options: VictimOptions;
  readonly #stores: StoresOptions;
  readonly #script: Script;
  readonly #twin: Twin;
  /** Number of the next operation. */
  #position = 0;
  /** The tips that the chain may have. */
  #tips: readonly BlockId[];

  private constructor(options: VictimOptions, stores: StoresOptions, script: Script, twin: Twin) {
    this.path = stores.path;
    this.#options = options;
    this.#stores = stores;
    this.#script = script;
    this.#twin = twin;
    this.#tips = [twin.stores.chain.tip().id];
  }

  static async begin(options: VictimOptions): Promise<Victim> {
    const { folder, workload, seed, projected, changeLimits } = options;
    mkdirSync(folder, { recursive: true });
    const pending = workload === 'pending';
    const stores = { path: join(folder, 'victim'), pending, projected, maxBlockFileSize: SMALL_BLOCK_FILE };
    const twin = await Twin.begin({ ...stores, path: join(folder, 'twin') });
    const script = await Script.begin(workload, seed, join(folder, 'workshop'));
    return new Victim(options, { ...stores, changeLimits }, script, twin);
  }

  /** Performs operations without a fault. */
  async grow(operations: number): Promise<void> {
    const stores = await openStores(this.#stores);
    for (const { operation, tips } of await this.#script.steps(0, operations)) {
      await perform(stores, operation);
      await this.#acknowledge(tips);
    }
    await stores.close();
  }

  /** @throws CrashFailure if the directory differs from the twin after the end of a child */
  async attempt({ injection, killTime, onlyOpens, isVerified }: Attempt): Promise<Outcome> {
    const steps = await this.#script.steps(this.#position, this.#position + (onlyOpens ? 0 : OPERATIONS));
    const operations = steps.map(({ operation }) => operation);
    try {
      const task = { options: this.#stores, operations, injection };
      const end = await runChild(task, `${this.path}.task`, killTime);
      for (const [at, tip] of end.acknowledged.entries()) {
        const { tips } = steps[at]!;
        if (tip !== tips.at(-1)) throw new Error(`the tip after operation ${this.#position} is ${tip}`);
        await this.#acknowledge(tips);
      }
      const unfinished = end.isInOperation ? steps[end.acknowledged.length] : undefined;
      if (unfinished !== undefined) this.#tips = unfinished.tips;
      const pending = unfinished?.operation.kind === 'submit' ? unfinished.operation.raws : [];
      return { end, ...(await this.#examine(pending, isVerified)) };
    } catch (error) {
      const { workload, folder } = this.#options;
      throw new CrashFailure(
        `operation ${this.#position} (${workload}): ${(error as Error).message}`,
        folder,
        {
          cause: error,
        },
      );
    }
  }

  async end(): Promise<void> {
    await this.#twin.end();
    await this.#script.end();
    rmSync(this.#options.folder, { recursive: true });
  }

  async #acknowledge(tips: readonly BlockId[]): Promise<void> {
    const [step] = await this.#script.steps(this.#position, this.#position + 1);
    if (this.#options.workload === 'pending') await perform(this.#twin.stores, step!.operation);
    this.#position += 1;
    this.#tips = tips.slice(-1);
  }

  /** Opens, and so recovers, a copy of the directory, and compares it; the next child gets the original. */
  async #examine(submitted: readonly string[], isVerified: boolean): Promise<Omit<Outcome, 'end'>> {
    const path = `${this.path}.copy`;
    cpSync(this.path, path, { recursive: true });
    const index = await stateOfIndex(path);
    const bytes = blockBytes(path);
    const began = performance.now();
    const survivor = await openStores({ ...this.#stores, path });
    const milliseconds = performance.now() - began;
    const { chain, messages } = survivor;
    const logged = (text: string): boolean => messages.some((line) => line.includes(text));
    if (index === 'whole' && logged('made anew')) throw new Error('the end of a process cost the index');
    const recovery = {
      droppedTail: chain.storedBytes() < bytes,
      rebuilt: logged('from the block files'),
      resumed: index === 'building',
    };
    const { id } = chain.tip();
    if (!this.#tips.includes(id)) throw new Error(`the tip is ${id}, not one of ${this.#tips.join()}`);
    const blocks = this.#script.chainOf(id);
    await this.#twin.reach(blocks);
    await this.#followSubmission(survivor, submitted);
    await this.#twin.requireEqual(survivor, blocks);
    await survivor.close();
    if (isVerified) await this.#requireVerified(path, blocks);
    rmSync(path, { recursive: true });
    return { recovery, milliseconds };
  }

  /** Submits to the twin what the survivor has of transactions that were not acknowledged: the first ones. */
  async #followSubmission(survivor: Stores, submitted: readonly string[]): Promise<void> {
    const found = pendingLines(survivor).join();
    for (const raw of submitted) {
      if (pendingLines(this.#twin.stores).join() === found) return;
      await perform(this.#twin.stores, { kind: 'submit', raws: [raw] });
    }
  }

  /** Requires that `cairn verify` finds nothing, and that an index made anew from the block files is the same. */
  async #requireVerified(path: string, blocks: readonly Uint8Array[]): Promise<void> {
    const dataDirectory = openDataDirectory(path, DEVNET);
    await verifyChain({ dataDirectory, network: DEVNET }).finally(() => dataDirectory.close());
    rmSync(join(path, 'core'), { recursive: true });
    const rebuilt = await openStores({ ...this.#stores, path });
    await this.#twin.requireEqual(rebuilt, blocks);
    await rebuilt.close();
  }
}

function blockBytes(path: string): number {
  const folder = join(path, 'blocks');
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return names.reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
}

/** Of a copy, since opening an index changes it. */
async function stateOfIndex(path: string): Promise<'whole' | 'building' | 'incomplete'> {
  const copy = `${path}.core`;
  try {
    cpSync(join(path, 'core'), copy, { recursive: true });
    const index = await CoreStore.open(levelFolder(copy), runtime.turn);
    const state = index.isEmpty ? 'incomplete' : index.isBuilding ? 'building' : 'whole';
    await index.close();
    return state;
  } catch {
    return 'incomplete'; // there is none, or it is damaged
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}
