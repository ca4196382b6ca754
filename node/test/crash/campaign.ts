import { join } from 'node:path';
import type { KillTime } from './child-process.ts';
import { describePlace, type Place } from './injection.ts';
import { killImport } from './kill-import.ts';
import { KILL_KINDS, type KillKind } from './kill-kinds.ts';
import { killNode } from './kill-node.ts';
import type { Campaign } from './tally.ts';
import { Victim, type Outcome } from './victim.ts';

/** Numbers of kills. */
interface Plan {
  /** Kills at any moment while blocks are appended. */
  readonly anyMoment: number;
  /** Kills at every other place. */
  readonly perPlace: number;
  /** Kills of each real command. */
  readonly realCommands: number;
  /** True to take one place of each kind. */
  readonly isShort?: boolean;
  /** Runs only the kinds whose name contains this text. */
  readonly only?: string | undefined;
}

/** Kills on one directory before a new one begins. */
const KILLS_PER_VICTIM = 25;
/** Attempts per kill; a place that takes more counts as never reached. */
const MAX_ATTEMPTS = 30;
/** Longest time from an acknowledgement to the kill: enough for several operations. */
const WORKING_MS = 80;
/** A new process opens the stores more slowly than one that has opened some before, by this factor. */
const COLD_START_FACTOR = 3;
/** Share of the kills after which the directory is verified and rebuilt, too. */
const VERIFIED = 0.15;

/**
 * Ends processes in all ways, and compares the stores that they leave with stores that saw no fault.
 * @param say called with the name of each kind when it begins
 * @throws CrashFailure at the first difference
 */
export async function runCampaign(
  campaign: Campaign,
  plan: Plan,
  say: (line: string) => void,
): Promise<void> {
  const parts = [
    ...KILL_KINDS.map((kind) => ({ name: kind.name, run: () => killByKind(kind, campaign, plan) })),
    { name: 'cairn import', run: () => killImport(plan.realCommands, campaign) },
    { name: 'cairn start --mine', run: () => killNode(plan.realCommands, campaign) },
  ];
  for (const { name, run } of parts) {
    if (plan.only !== undefined && !name.includes(plan.only)) continue;
    say(name);
    await run();
  }
}

async function killByKind(kind: KillKind, campaign: Campaign, plan: Plan): Promise<void> {
  const { random, tally } = campaign;
  const places = plan.isShort === true ? [random.pick(kind.places)] : kind.places;
  const victims = new Victims(kind, campaign);
  for (const place of places) {
    tally.expect(kind.name, describePlace(place));
    const kills = kind === KILL_KINDS[0] ? plan.anyMoment : plan.perPlace;
    for (let attempts = 0, ended = 0; ended < kills && attempts < kills * MAX_ATTEMPTS; attempts += 1) {
      if (await victims.attempt(place)) ended += 1;
      else tally.miss();
    }
  }
  await victims.end();
}

/** Provides the directories of one kind: a new one after a number of kills. */
class Victims {
  readonly #kind: KillKind;
  readonly #campaign: Campaign;
  #victim: Victim | undefined;
  #kills = 0;
  /** Consecutive interruptions of the same rebuild. */
  #interruptions = 0;
  #last: Outcome | undefined;

  constructor(kind: KillKind, campaign: Campaign) {
    this.#kind = kind;
    this.#campaign = campaign;
  }

  /** @returns whether the process ended where it was meant to */
  async attempt(place: Place | undefined): Promise<boolean> {
    const { name, before, damage, opens: onlyOpens = false } = this.#kind;
    const { random, tally } = this.#campaign;
    const victim = await this.#current();
    if (before !== undefined) {
      // Not always at the next operation: after a kill without effect, that would be the same one again.
      const { end, recovery } = await this.#run(victim, { ...before, skip: random.integer(0, 4) }, false);
      if (end.isEarly) tally.count(`${name} (the kill before)`, describePlace(before), recovery);
    }
    damage?.(victim.path, random, this.#last);
    const skip = random.integer(0, (this.#kind.passes ?? 1) + 1);
    const { end, recovery } = await this.#run(victim, place && { ...place, skip }, onlyOpens);
    if (!end.isEarly || end.wasOpening !== onlyOpens) return false;
    tally.count(name, describePlace(place), recovery);
    return true;
  }

  async end(): Promise<void> {
    await this.#victim?.end();
    this.#victim = undefined;
    this.#kills = 0;
    this.#last = undefined;
  }

  async #current(): Promise<Victim> {
    const { workload, projected = false, changeLimits, grow, isAlone = false } = this.#kind;
    if (this.#victim !== undefined && this.#kills < (isAlone ? 1 : KILLS_PER_VICTIM)) return this.#victim;
    await this.end();
    const seed = this.#campaign.random.integer(0, 2 ** 31);
    const folder = join(this.#campaign.folder, `victim-${seed}`);
    this.#victim = await Victim.begin({ folder, workload, projected, changeLimits, seed });
    if (grow !== undefined) await this.#victim.grow(grow);
    return this.#victim;
  }

  async #run(
    victim: Victim,
    injection: Parameters<Victim['attempt']>[0]['injection'],
    onlyOpens: boolean,
  ): Promise<Outcome> {
    const { random, tally } = this.#campaign;
    const isVerified = random.chance(VERIFIED);
    const killTime = injection === undefined && this.#killTime(onlyOpens);
    const outcome = await victim.attempt({ injection, ...(killTime && { killTime }), onlyOpens, isVerified });
    this.#kills += 1;
    this.#last = outcome;
    this.#interruptions = outcome.recovery.resumed ? this.#interruptions + 1 : 0;
    tally.noteRebuild(this.#interruptions);
    tally.acknowledge(outcome.end.acknowledged.length);
    if (isVerified) tally.noteVerified();
    return outcome;
  }

  #killTime(onlyOpens: boolean): KillTime {
    const { random } = this.#campaign;
    if (!onlyOpens) return { after: 'acknowledged', milliseconds: random.integer(0, WORKING_MS) };
    const span = Math.ceil((this.#last?.milliseconds ?? 20) * COLD_START_FACTOR);
    return { after: 'opening', milliseconds: random.integer(0, span) };
  }
}
