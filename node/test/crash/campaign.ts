import type { Campaign } from './tally.ts';
import { LIFE_KINDS, type LifeKind } from './life-kinds.ts';
import { strikeImport } from './strike-import.ts';
import { strikePlace } from './strike-lives.ts';
import { strikeNode } from './strike-node.ts';
import { strikeReorganization } from './strike-reorganization.ts';

/** How much of everything. */
export interface Plan {
  /** Kills at any moment while blocks are appended. */
  readonly anyMoment: number;
  /** Kills at every other place. */
  readonly perPlace: number;
  /** Kills of the real `cairn import` and of a running node, each. */
  readonly realCommands: number;
  /** True to strike only the first place of each kind, and all commit steps. */
  readonly firstPlacesOnly?: boolean;
  /** Only kinds whose name contains this. */
  readonly only?: string | undefined;
}

/** A kind of kill, with everything that it takes to do it. */
interface Part {
  readonly name: string;
  readonly run: () => Promise<void>;
}

/**
 * Kills processes in every way there is, and compares what they leave with what no fault ever touched.
 * @param say one line a kind, when it begins
 * @throws CrashFailure at the first difference
 */
export async function runCampaign(
  campaign: Campaign,
  plan: Plan,
  say: (line: string) => void,
): Promise<void> {
  const parts: Part[] = [
    ...LIFE_KINDS.map((kind) => ({ name: kind.name, run: () => strikeKind(kind, campaign, plan) })),
    { name: 'cairn import', run: () => strikeImport(plan.realCommands, campaign) },
    { name: 'reorganization', run: () => strikeReorganization(plan.realCommands, campaign) },
    { name: 'cairn start --mine', run: () => strikeNode(plan.realCommands, campaign) },
  ];
  for (const { name, run } of parts) {
    if (plan.only !== undefined && !name.includes(plan.only)) continue;
    say(name);
    await run();
  }
}

async function strikeKind(kind: LifeKind, campaign: Campaign, plan: Plan): Promise<void> {
  const isMain = kind === LIFE_KINDS[0];
  for (const place of kind.places) {
    if (plan.firstPlacesOnly && place !== kind.places[0] && place.at !== 'commit-step') continue;
    await strikePlace(kind, place, isMain ? plan.anyMoment : plan.perPlace, campaign);
  }
}
