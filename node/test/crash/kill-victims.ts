import { join } from 'node:path';
import type { Campaign } from './tally.ts';
import type { KillTime } from './child-process.ts';
import { describePlace, type Place } from './injection.ts';
import type { KillKind } from './kill-kinds.ts';
import { Victim, type Kill } from './victim.ts';

const KILLS_PER_VICTIM = 25;
/** Attempts per kill; a place that takes more counts as never reached. */
const MAX_ATTEMPTS = 15;
/** Longest time from an acknowledgement to the kill: enough for several operations. */
const WORKING_MS = 80;
/** A new process opens the stores more slowly than one that has opened some before, by this factor. */
const COLD_START_FACTOR = 3;

/** Kills processes at one place of a kind, a given number of times. */
export async function killAt(kind: KillKind, place: Place, kills: number, campaign: Campaign): Promise<void> {
  campaign.tally.expect(kind.name, describePlace(place));
  const victims = new Victims(kind, campaign);
  let killed = 0;
  for (let attempts = 0; killed < kills && attempts < kills * MAX_ATTEMPTS; attempts += 1) {
    if (await killOnce(kind, place, victims, campaign)) killed += 1;
    else campaign.tally.miss();
  }
  await victims.end();
}

/** @returns whether the process died where it was meant to */
async function killOnce(
  kind: KillKind,
  place: Place,
  victims: Victims,
  campaign: Campaign,
): Promise<boolean> {
  const { random, tally } = campaign;
  const victim = await victims.current();
  if (kind.before !== undefined) {
    const earlier = kind.before(place);
    // Not always at the next operation: after a kill without effect, that would be the same one again.
    const injection = { ...earlier, skip: random.integer(0, 4) };
    const { end, recovery } = victims.remember(await victim.kill({ injection }));
    const name = `${kind.name} (the kill before)`;
    if (end.killed) tally.countKill(name, describePlace(earlier), end.phase, recovery);
  }
  kind.damage?.(victim.path, victims.last?.raw);
  const isOpening = kind.period === 'opening';
  const { end, recovery } = victims.remember(
    await victim.kill({
      injection: { ...place, skip: kind.skip?.(place, random) ?? 0 },
      ...(place.at === 'any-moment' && { killTime: chooseKillTime(isOpening, victims, campaign) }),
      ...(isOpening && { operations: 0 }),
    }),
  );
  if (!end.killed || end.wasOpening !== isOpening) return false;
  tally.countKill(kind.name, describePlace(place), end.phase, recovery);
  return true;
}

function chooseKillTime(isOpening: boolean, { last }: Victims, { random }: Campaign): KillTime {
  if (!isOpening) return { after: 'acknowledged', milliseconds: random.integer(0, WORKING_MS) };
  const span = Math.ceil((last?.recovery.milliseconds ?? 20) * COLD_START_FACTOR);
  return { after: 'opening', milliseconds: random.integer(0, span) };
}

/** Provides the victim of the next kill: a new one after a number of kills. */
class Victims {
  readonly #kind: KillKind;
  readonly #campaign: Campaign;
  #victim: Victim | undefined;
  #kills = 0;
  /** Consecutive interruptions of the same rebuild. */
  #interruptions = 0;
  last: Kill | undefined;

  constructor(kind: KillKind, campaign: Campaign) {
    this.#kind = kind;
    this.#campaign = campaign;
  }

  async current(): Promise<Victim> {
    if (this.#victim !== undefined && this.#kills < (this.#kind.killsPerVictim ?? KILLS_PER_VICTIM))
      return this.#victim;
    await this.end();
    const { folder, random } = this.#campaign;
    const seed = random.integer(0, 2 ** 31);
    const { workload, projected = false } = this.#kind;
    this.#victim = await Victim.begin({
      folder: join(folder, `victim-${seed}`),
      workload,
      projected,
      seed,
    });
    if (this.#kind.grow !== undefined) await this.#victim.grow(this.#kind.grow);
    return this.#victim;
  }

  remember(kill: Kill): Kill {
    this.#kills += 1;
    this.last = kill;
    this.#interruptions = kill.raw.index === 'rebuilding' ? this.#interruptions + 1 : 0;
    this.#campaign.tally.interruptRebuild(this.#interruptions);
    this.#campaign.tally.acknowledge(kill.end.acknowledged);
    return kill;
  }

  async end(): Promise<void> {
    await this.#victim?.end();
    this.#victim = undefined;
    this.#kills = 0;
    this.last = undefined;
  }
}
