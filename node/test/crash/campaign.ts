import type { Campaign } from './tally.ts';
import { KILL_KINDS, type KillKind } from './kill-kinds.ts';
import { killImport } from './kill-import.ts';
import { killAt } from './kill-victims.ts';
import { killNode } from './kill-node.ts';
import { killReorganization } from './kill-reorganization.ts';

/** Numbers of kills. */
interface Plan {
  /** Kills at any moment while blocks are appended. */
  readonly anyMoment: number;
  /** Kills at every other place. */
  readonly perPlace: number;
  /** Kills of each real command: `cairn import`, a reorganization by it, and `cairn start`. */
  readonly realCommands: number;
  /** True to kill only at the first place of each kind, and at all commit steps. */
  readonly firstPlacesOnly?: boolean;
  /** Runs only the kinds whose name contains this text. */
  readonly only?: string | undefined;
}

/** A kind of kill, and the function that performs it. */
interface Part {
  readonly name: string;
  readonly run: () => Promise<void>;
}

/**
 * Kills processes in all ways, and compares the stores that they leave with stores that saw no fault.
 * @param say called with the name of each kind when it begins
 * @throws CrashFailure at the first difference
 */
export async function runCampaign(
  campaign: Campaign,
  plan: Plan,
  say: (line: string) => void,
): Promise<void> {
  const parts: Part[] = [
    ...KILL_KINDS.map((kind) => ({ name: kind.name, run: () => killByKind(kind, campaign, plan) })),
    { name: 'cairn import', run: () => killImport(plan.realCommands, campaign) },
    { name: 'reorganization', run: () => killReorganization(plan.realCommands, campaign) },
    { name: 'cairn start --mine', run: () => killNode(plan.realCommands, campaign) },
  ];
  for (const { name, run } of parts) {
    if (plan.only !== undefined && !name.includes(plan.only)) continue;
    say(name);
    await run();
  }
}

async function killByKind(kind: KillKind, campaign: Campaign, plan: Plan): Promise<void> {
  const isMain = kind === KILL_KINDS[0];
  for (const place of kind.places) {
    if (plan.firstPlacesOnly && place !== kind.places[0] && place.at !== 'commit-step') continue;
    await killAt(kind, place, isMain ? plan.anyMoment : plan.perPlace, campaign);
  }
}
