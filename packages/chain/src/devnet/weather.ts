import {
  type DevnetState,
  DEVNET_LIMITS,
  type RouteBody,
  type DevnetRoutes,
  type WeatherEvent,
  type WeatherLogEntry,
} from '@cairn/api/contract';
import { readU32 } from '@cairn/protocol/layout';
import type { Chain } from '../chain/chain.ts';
import type { Mempool } from '../mempool/mempool.ts';
import { DemoTransfers } from '../miner/demo-transfers.ts';
import type { Log, Runtime } from '../runtime.ts';
import { type Draw, seededDraw } from '../seeded-random.ts';
import type { DevnetClock } from './devnet-clock.ts';
import type { ServedChain } from './served-chain.ts';
import { drawWeather, lengthOf, playList } from './weather-events.ts';

type WeatherState = NonNullable<DevnetState['weather']>;

/** What the weather does to a chain. @param at Unix seconds, for the timestamps of blocks */
export interface WeatherWork {
  mine(count: number, at: number, isEmpty: boolean): Promise<void>;
  reorganize(depth: number, keep: 'all' | 'none', at: number, draw: Draw): Promise<unknown>;
  /** Runs `work` after the calls in progress. */
  alone(work: () => Promise<void>): Promise<void>;
}

export interface WeatherOptions {
  readonly chain: Chain;
  readonly served: ServedChain;
  readonly mempool: Mempool;
  readonly clock: DevnetClock;
  readonly runtime: Runtime;
  readonly logger: Log;
}

/** A weather that lasts. Times are in seconds since it began, unless they say otherwise. */
interface Running {
  readonly name: WeatherState['name'];
  readonly seed: number;
  readonly draw: Draw;
  readonly blockSeconds: number;
  readonly events: Iterator<WeatherEvent, undefined>;
  readonly stop: AbortController;
  /** Unix seconds. */
  began: number;
  next: WeatherEvent | undefined;
  /** Of the newest event. */
  playedAt: number;
  /** Until when blocks are empty. */
  jammedUntil: number;
}

/** How the APIs fare. */
interface ApiState {
  readonly event: WeatherState['api'];
  /** Until when. */
  readonly until: number;
  /** Delay of each answer. */
  readonly milliseconds: number;
}

const CLEAR: ApiState = { event: 'clear', until: -1, milliseconds: 0 };

/** How often the clock is looked at, at least. */
const POLL_MS = 1_000;
/** If the clock is this far beyond the next event, a call has moved it, or the machine slept: the weather goes on from there. */
const JUMP_SECONDS = 600;
const DEFAULT_BLOCK_SECONDS = 10;
const LOGGED_EVENTS = 10_000;

/**
 * Plays the events of a weather on a devnet when its clock reaches them, one after another. All that it does follows from chain, seed
 * and events: on the same chain the same seed makes the same blocks.
 */
export class Weather {
  readonly #options: WeatherOptions;
  readonly #work: WeatherWork;
  readonly #transfers: DemoTransfers;
  readonly #breakListeners: (() => void)[] = [];
  #running: Running | undefined;
  #log: WeatherLogEntry[] = [];
  #api: ApiState = CLEAR;

  constructor(options: WeatherOptions, work: WeatherWork) {
    this.#options = options;
    this.#work = work;
    this.#transfers = new DemoTransfers(options.chain, options.mempool);
  }

  get state(): WeatherState | null {
    if (this.#running === undefined) return null;
    const { name, seed, began } = this.#running;
    return { name, seed, began_at: began, api: this.#api.event };
  }

  /** The one that lasts, to be compared; while there is one, blocks come from it alone. */
  get current(): object | undefined {
    return this.#running;
  }

  get log(): readonly WeatherLogEntry[] {
    return this.#log;
  }

  /** The farthest that the clock may be moved at once, in seconds: some 10,000 blocks. */
  get reach(): number {
    return this.#running === undefined ? Infinity : DEVNET_LIMITS.blocks * this.#running.blockSeconds;
  }

  /** Ends the one that lasts, and begins another. @param interval seconds between two blocks without a weather, if there is one */
  begin(body: RouteBody<DevnetRoutes['weather']>, interval: number | undefined): void {
    this.end();
    const { weather, events: list, seed: given } = body;
    if (weather === 'none') return;
    const { chain, clock, runtime } = this.#options;
    const seed = given ?? readU32(runtime.random(4), 0);
    const blockSeconds = body.block_seconds ?? Math.ceil(interval ?? DEFAULT_BLOCK_SECONDS);
    clock.release();
    const { timestamp } = chain.view.block(chain.tip().height)!.header;
    // A new chain has genesis or the blocks of a fork alone, or one that pays accounts in the second after it.
    const start = chain.view.block(chain.network.forkHeight ?? 0)!.header.timestamp;
    if (given !== undefined && timestamp <= start + 1) clock.runFrom(timestamp);
    const events =
      list === undefined
        ? drawWeather(weather!, seededDraw(seed), blockSeconds)
        : playList(list, blockSeconds);
    const running: Running = {
      name: weather ?? 'list',
      seed,
      draw: seededDraw(~seed),
      blockSeconds,
      events,
      stop: new AbortController(),
      began: clock.seconds(),
      next: events.next().value,
      playedAt: 0,
      jammedUntil: 0,
    };
    this.#log = [];
    this.#running = running;
    void this.#follow(running.stop.signal);
  }

  /** Ends it; the APIs recover at once. */
  end(): void {
    this.#running?.stop.abort();
    this.#running = undefined;
    this.#setApi(CLEAR);
  }

  /** Plays what is due until a time of the clock, which moves with it. Call it alone. @param time Unix seconds */
  async playUntil(time: number): Promise<void> {
    const running = this.#running;
    if (running === undefined) return;
    const { signal } = running.stop;
    this.#align(running);
    for (let due = this.#due(); due !== undefined && running.began + due <= time; due = this.#due()) {
      this.#options.clock.advanceTo(running.began + due);
      running.playedAt = due;
      if (due === this.#api.until) this.#setApi(CLEAR);
      else await this.#playNext(running);
      if (signal.aborted) return;
    }
    if (this.#due() === undefined) this.end();
  }

  /** Waits while the APIs are slow. @returns false if they are away: the connection is to be cut */
  readonly admit = async (): Promise<boolean> => {
    const { event, milliseconds } = this.#api;
    if (event === 'slow') await this.#options.runtime.sleep(milliseconds, this.#running?.stop.signal);
    return event !== 'away';
  };

  /** Calls a listener whenever event streams break. */
  onBreak(listener: () => void): void {
    this.#breakListeners.push(listener);
  }

  /** When the next event is due, or the APIs recover; `undefined` if it is over. */
  #due(): number | undefined {
    const times = [this.#running?.next?.at, this.#api === CLEAR ? undefined : this.#api.until];
    const known = times.filter((time) => time !== undefined);
    return known.length === 0 ? undefined : Math.min(...known);
  }

  /** Follows a clock that another call has moved: no event is farther away than it was, and none is missed. */
  #align(running: Running): void {
    const elapsed = this.#options.clock.seconds() - running.began;
    const due = this.#due() ?? elapsed;
    if (elapsed < running.playedAt) running.began += elapsed - running.playedAt;
    else if (elapsed - due > JUMP_SECONDS) running.began += elapsed - due;
  }

  async #follow(signal: AbortSignal): Promise<void> {
    const { runtime, clock, logger } = this.#options;
    const untilDue = (): number => ((this.#running?.began ?? 0) + (this.#due() ?? 0)) * 1_000 - clock.now();
    while (!signal.aborted) {
      await runtime.sleep(Math.max(1, Math.min(POLL_MS, untilDue())), signal);
      if (signal.aborted || untilDue() > 0) continue;
      await this.#work
        .alone(() => this.playUntil(clock.seconds()))
        .catch((error: unknown) => logger.warn({ err: error }, `Weather: ${(error as Error).message}`));
    }
  }

  async #playNext(running: Running): Promise<void> {
    const event = running.next!;
    running.next = running.events.next().value;
    const { chain, logger } = this.#options;
    const played = await this.#play(event, running);
    const { height, id } = chain.tip();
    const time = running.began + event.at;
    this.#log.push({ ...played, time, height, tip_id: id });
    if (this.#log.length > LOGGED_EVENTS) this.#log.shift();
    const isUsual = event.event === 'transfers' || (event.event === 'blocks' && event.count === 1);
    logger[isUsual ? 'debug' : 'info'](
      `Weather: ${JSON.stringify(played)}; the tip is block ${height} ${id.slice(0, 16)}…`,
    );
  }

  /** @returns the event as it could be played */
  async #play(event: WeatherEvent, running: Running): Promise<WeatherEvent> {
    const { chain } = this.#options;
    const time = running.began + event.at;
    const until = event.at + lengthOf(event);
    switch (event.event) {
      case 'blocks':
        await this.#work.mine(event.count, time, event.at < running.jammedUntil);
        break;
      case 'reorganization': {
        const depth = Math.min(event.depth, chain.tip().height - (chain.network.forkHeight ?? 0));
        if (depth > 0) await this.#work.reorganize(depth, event.keep, time, running.draw);
        return { ...event, depth: Math.max(depth, 1) };
      }
      case 'transfers':
        for (let sent = 0; sent < event.count; sent += 1) await this.#transfers.submit(running.draw);
        break;
      case 'jam':
        running.jammedUntil = until;
        break;
      case 'slow':
        this.#setApi({ event: 'slow', until, milliseconds: event.milliseconds });
        break;
      case 'away':
      case 'behind':
        this.#setApi({ event: event.event, until, milliseconds: 0 });
        break;
      case 'break':
        this.#breakStreams();
    }
    return event;
  }

  #setApi(api: ApiState): void {
    const { served } = this.#options;
    this.#api = api;
    if (api.event === 'behind') served.hold();
    else served.release();
    if (api.event === 'away') this.#breakStreams();
  }

  #breakStreams(): void {
    for (const listener of this.#breakListeners) listener();
  }
}
