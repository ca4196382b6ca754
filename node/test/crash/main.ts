/**
 * The crash tests' long form (`npm run test:crash`): kills real processes in hundreds of places. It fails if anything
 * acknowledged is lost, if no process died at one of the places, or if a byte of a store differs from the store's twin:
 * a store that received the same data and saw no fault.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { runCampaign } from './campaign.ts';
import { createRandom } from '../random.ts';
import { formatReport, Tally } from './tally.ts';

const HELP = `npm run test:crash -- [--kills N] [--seed N] [--only TEXT]

  --kills N    number of kills at random moments while blocks are appended (default 200). Each other place in the code,
               such as a step of a commit, gets N / 40 kills, but at least 1; "cairn import", "cairn start" and
               reorganizations get twice as many
  --seed N     determines operations and places of kills, but not the moments of kills at random moments
               (default: a random number)
  --only TEXT  runs only the kinds of kills whose name contains TEXT
`;

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '200' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 31)) },
    only: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});

const say = (line: string): void => void process.stdout.write(`${line}\n`);
if (values.help) say(HELP);
else process.exitCode = await run();

async function run(): Promise<number> {
  const [kills, seed] = [readWholeNumber('kills', values.kills), readWholeNumber('seed', values.seed)];
  const perPlace = Math.max(1, Math.round(kills / 40));
  const plan = { anyMoment: kills, perPlace, realCommands: 2 * perPlace, only: values.only };
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
    say(`${formatReport(tally)}\n\nFAILED with seed ${seed}: ${(error as Error).message}`);
    return 1;
  }
  rmSync(folder, { recursive: true });
  // With --only, cases of other kinds may be missing.
  const missing = values.only === undefined ? tally.findMissing() : tally.findPlacesWithoutKill();
  say(`\n${formatReport(tally)}\n`);
  for (const line of missing) say(`FAILED: ${line}`);
  if (missing.length === 0) say(`passed in ${seconds()}: every store equal to its twin after every kill`);
  return missing.length === 0 ? 0 : 1;
}

function readWholeNumber(name: string, text: string): number {
  const number = Number(text);
  if (Number.isSafeInteger(number) && number >= 1) return number;
  throw new Error(`--${name} takes a whole number from 1 up, not "${text}"`);
}
