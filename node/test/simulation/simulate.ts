import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { noSummary, World, type WorldOptions, type WorldSummary } from './world.ts';

/** The real ones: a world replaces those of the process. */
const { setTimeout, clearTimeout } = globalThis;
/** Real time limit of a world. */
const WORLD_MS = 30 * 60_000;

interface SimulationPlan extends WorldOptions {
  /** Seed of the first world; each further world has the next number. */
  readonly seed: number;
  readonly partitions: number;
  readonly perWorld: number;
  /** Depth of the deepest reorganization, in blocks. */
  readonly deepest: number;
}

interface SimulationResult {
  /** The first violated expectation; `undefined` without one. */
  readonly failure: string | undefined;
  /** Totals of the worlds without a failure. */
  readonly total: WorldSummary;
}

/**
 * Simulates worlds one after another, up to the first failure.
 * @param say called with a line for each world, and one at the end
 */
export async function simulate(
  { seed: first, partitions, perWorld, deepest, ...options }: SimulationPlan,
  say: (line: string) => void,
): Promise<SimulationResult> {
  const began = performance.now();
  const total = noSummary();
  for (let seed = first; total.partitions < partitions; seed += 1) {
    const folder = mkdtempSync(join(tmpdir(), 'cairn-simulation-'));
    const count = Math.min(perWorld, partitions - total.partitions);
    const late = Promise.withResolvers<never>();
    const timer = setTimeout(() => late.reject(new Error('the world does not end')), WORLD_MS);
    try {
      const world = runWorld(seed, folder, { partitions: count, deepest, ...options });
      add(total, await Promise.race([world, late.promise]));
    } catch (error) {
      const { stack, message } = error as Error;
      say(`FAILED with seed ${seed} (files in ${folder}): ${stack ?? message}`);
      say(
        `again: npm run test:simulation -- --seed ${seed} --partitions ${perWorld} --per-world ${perWorld} --deepest ${deepest} --failing-writes ${options.failingWrites}${options.inMemory ? ' --in-memory' : ''}`,
      );
      return { failure: message, total };
    } finally {
      clearTimeout(timer);
    }
    rmSync(folder, { recursive: true });
    say(`${((performance.now() - began) / 1_000).toFixed(1)} s  seed ${seed}: ${describe(total)}`);
  }
  if (total.failures === 0) {
    say('FAILED: no write failed');
    return { failure: 'no write failed', total };
  }
  say(`passed: seeds ${first} and up, ${describe(total)}; every store equal to its twin`);
  return { failure: undefined, total };
}

async function runWorld(
  seed: number,
  folder: string,
  { partitions, deepest, ...options }: Omit<SimulationPlan, 'seed' | 'perWorld'>,
): Promise<WorldSummary> {
  const world = await World.open(seed, folder, options);
  try {
    for (let count = 0; count < partitions; count += 1) await world.partition(deepest);
  } catch (error) {
    world.abandon();
    throw error;
  }
  await world.close();
  return world.summary;
}

function add(total: WorldSummary, summary: WorldSummary): void {
  const deepest = Math.max(total.deepest, summary.deepest);
  for (const key of Object.keys(summary) as (keyof WorldSummary)[]) total[key] += summary[key];
  total.deepest = deepest;
}

function describe(summary: WorldSummary): string {
  const { partitions, blocks, transfers, restarts, doubleSpends, lies, failures } = summary;
  return `${partitions} partitions, ${blocks} blocks, ${transfers} transfers, ${restarts} restarts, ${doubleSpends} double spends, ${lies} lies, ${failures} failed writes, ${summary.reorganizations} reorganizations of up to ${summary.deepest} blocks`;
}
