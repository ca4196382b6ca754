/**
 * The crash tests' long form (`npm run test:crash`): kills real processes in hundreds of places. It fails if anything
 * acknowledged is lost, if no process died at one of the places, or if a byte of a store differs from the store's twin:
 * a store that received the same data and saw no fault.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCommand, wholeNumber } from '@cairn/suite/options';
import { runCampaign } from './campaign.ts';
import { createRandom } from '../random.ts';
import { Tally } from './tally.ts';

const { kills, seed, only } = createCommand(
  'npm run test:crash --',
  'Ends real processes in hundreds of places, by SIGKILL and by writes that fail.',
)
  .option(
    '--kills <count>',
    'kills at random moments while blocks are appended; each other place in the code, such as a step of a commit, gets count / 40, but at least 1; the real commands get 4 times as many',
    wholeNumber(),
    200,
  )
  .option(
    '--seed <seed>',
    'determines operations and places of kills, but not the moments of kills at random moments (default: random)',
    wholeNumber(),
    Math.floor(Math.random() * 2 ** 31),
  )
  .option('--only <text>', 'runs only the kinds whose name contains the text')
  .parse()
  .opts<{ kills: number; seed: number; only?: string }>();

const say = (line: string): void => void process.stdout.write(`${line}\n`);
process.exitCode = await run();

async function run(): Promise<number> {
  const perPlace = Math.max(1, Math.round(kills / 40));
  const plan = { anyMoment: kills, perPlace, realCommands: 4 * perPlace, only };
  const folder = mkdtempSync(join(tmpdir(), 'cairn-crash-'));
  const tally = new Tally();
  const began = performance.now();
  const seconds = (): string => `${((performance.now() - began) / 1_000).toFixed(1)} s`;
  say(`seed ${seed}`);
  try {
    await runCampaign({ random: createRandom(seed), tally, folder }, plan, (kind) =>
      say(`${seconds()}  ${kind}`),
    );
  } catch (error) {
    say(`${tally.report()}\n\nFAILED with seed ${seed}: ${(error as Error).message}`);
    return 1;
  }
  rmSync(folder, { recursive: true });
  // With --only, cases of other kinds may be missing.
  const missing = only === undefined ? tally.findMissing() : tally.findPlacesWithoutEnd();
  say(`\n${tally.report()}\n`);
  for (const line of missing) say(`FAILED: ${line}`);
  if (missing.length === 0) say(`passed in ${seconds()}: every store equal to its twin after every end`);
  return missing.length === 0 ? 0 : 1;
}
