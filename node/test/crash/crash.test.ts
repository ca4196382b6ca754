import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runCampaign } from './campaign.ts';
import { createRandom } from '../random.ts';
import { formatReport, Tally } from './tally.ts';

/** The short form of `npm run test:crash`: every kind of kill at least once. */
const PLAN = { anyMoment: 3, perPlace: 1, realCommands: 1, firstPlacesOnly: true };
const SEED = 20_260_101;

it('after every kind of kill has everything that was acknowledged, and equals a twin without a fault', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-crash-'));
  const tally = new Tally();
  const kinds: string[] = [];
  await runCampaign({ random: createRandom(SEED), tally, folder }, PLAN, (kind) => kinds.push(kind));
  rmSync(folder, { recursive: true });
  expect(tally.findMissing().map((line) => `${line}\n${formatReport(tally)}`)).toEqual([]);
  const killed = new Set(tally.counts.map(({ kind }) => kind));
  expect(kinds.filter((kind) => !killed.has(kind))).toEqual([]);
}, 180_000);
