import { join } from 'node:path';
import type { Campaign } from './tally.ts';
import type { Moment } from './child-process.ts';
import { describePlace, type Place } from './injection.ts';
import type { LifeKind } from './life-kinds.ts';
import { Life, type Strike } from './life.ts';

const LIFESPAN = 25;
/** Attempts for one kill; a place is never struck when it takes more. */
const MOST_ATTEMPTS = 15;
/** Milliseconds from one acknowledgement on: several operations' time. */
const WORKING_SPAN = 80;
/** A new process opens the stores so much slower than one that has done so before. */
const COLD_START = 3;

/** Kills processes at one place of a kind, so many times. */
export async function strikePlace(
  kind: LifeKind,
  place: Place,
  kills: number,
  campaign: Campaign,
): Promise<void> {
  campaign.tally.expect(kind.name, describePlace(place));
  const lives = new Lives(kind, campaign);
  let struck = 0;
  for (let attempts = 0; struck < kills && attempts < kills * MOST_ATTEMPTS; attempts += 1) {
    if (await strikeOnce(kind, place, lives, campaign)) struck += 1;
    else campaign.tally.miss();
  }
  await lives.end();
}

/** @returns whether the process died where it was meant to */
async function strikeOnce(kind: LifeKind, place: Place, lives: Lives, campaign: Campaign): Promise<boolean> {
  const { random, tally } = campaign;
  const life = await lives.current();
  if (kind.before !== undefined) {
    const earlier = kind.before(place);
    // Not always at the next operation: that would be the same one again, as long as it comes to nothing.
    const injection = { ...earlier, skip: random.integer(0, 4) };
    const { end, recovery } = lives.remember(await life.strike({ injection }));
    const name = `${kind.name} (the kill before)`;
    if (end.killed) tally.struck(name, describePlace(earlier), end.phase, recovery);
  }
  kind.damage?.(life.victim, lives.last?.raw);
  const isOpening = kind.period === 'opening';
  const { end, recovery } = lives.remember(
    await life.strike({
      injection: { ...place, skip: kind.skip?.(place, random) ?? 0 },
      ...(place.at === 'any-moment' && { moment: chooseMoment(isOpening, lives, campaign) }),
      ...(isOpening && { operations: 0 }),
    }),
  );
  if (!end.killed || end.wasOpening !== isOpening) return false;
  tally.struck(kind.name, describePlace(place), end.phase, recovery);
  return true;
}

function chooseMoment(isOpening: boolean, { last }: Lives, { random }: Campaign): Moment {
  if (!isOpening) return { after: 'acknowledged', milliseconds: random.integer(0, WORKING_SPAN) };
  const span = Math.ceil((last?.recovery.milliseconds ?? 20) * COLD_START);
  return { after: 'opening', milliseconds: random.integer(0, span) };
}

/** The data directory that is being killed, a new one whenever the old one has seen enough. */
class Lives {
  readonly #kind: LifeKind;
  readonly #campaign: Campaign;
  #life: Life | undefined;
  #strikes = 0;
  /** How often in a row the same rebuild was killed. */
  #interruptions = 0;
  last: Strike | undefined;

  constructor(kind: LifeKind, campaign: Campaign) {
    this.#kind = kind;
    this.#campaign = campaign;
  }

  async current(): Promise<Life> {
    if (this.#life !== undefined && this.#strikes < (this.#kind.lifespan ?? LIFESPAN)) return this.#life;
    await this.end();
    const { folder, random } = this.#campaign;
    const seed = random.integer(0, 2 ** 31);
    const { workload, projected = false } = this.#kind;
    this.#life = await Life.begin({
      folder: join(folder, `life-${seed}`),
      workload,
      projected,
      seed,
    });
    if (this.#kind.grow !== undefined) await this.#life.grow(this.#kind.grow);
    return this.#life;
  }

  remember(strike: Strike): Strike {
    this.#strikes += 1;
    this.last = strike;
    this.#interruptions = strike.raw.index === 'rebuilding' ? this.#interruptions + 1 : 0;
    this.#campaign.tally.interruptRebuild(this.#interruptions);
    this.#campaign.tally.acknowledge(strike.end.acknowledged);
    return strike;
  }

  async end(): Promise<void> {
    await this.#life?.end();
    this.#life = undefined;
    this.#strikes = 0;
    this.last = undefined;
  }
}
