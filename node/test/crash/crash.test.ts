import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runCampaign } from './campaign.ts';
import { createRandom } from '../random.ts';
import { Tally } from './tally.ts';

/** The short form of `npm run test:crash`: every kind of end at least once. */
const PLAN = { anyMoment: 3, perPlace: 1, realCommands: 1, isShort: true };
const SEED = 20_260_101;

it('after every kind of end has everything that was acknowledged, and equals a twin without a fault', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-crash-'));
  const tally = new Tally();
  const kinds: string[] = [];
  await runCampaign({ random: createRandom(SEED), tally, folder }, PLAN, (kind) => kinds.push(kind));
  rmSync(folder, { recursive: true });
  expect(tally.findPlacesWithoutEnd()).toEqual([]);
  expect(kinds.filter((kind) => !tally.kinds.has(kind))).toEqual([]);
});
