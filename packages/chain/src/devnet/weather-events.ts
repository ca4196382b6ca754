/** The events of a weather, drawn from a seed or made of a list; `Weather` plays them. */
import type { WeatherEvent, WeatherName } from '@cairn/api/contract';
import type { Draw } from '../seeded-random.ts';

/** What may come in place of a block, in blocks of a hundred. */
interface Climate {
  readonly burst: number;
  readonly drought: number;
  readonly reorganization?: number;
  readonly jam?: number;
  readonly slow?: number;
  readonly away?: number;
  readonly behind?: number;
  readonly break?: number;
}

const CLIMATES: Readonly<Record<WeatherName, Climate>> = {
  calm: { burst: 1, drought: 1 },
  breezy: { burst: 4, drought: 2, reorganization: 4, jam: 1, slow: 3, behind: 1, break: 3 },
  storm: { burst: 7, drought: 3, reorganization: 14, jam: 4, slow: 6, away: 3, behind: 4, break: 7 },
};
const DEEPEST: Readonly<Record<WeatherName, number>> = { calm: 0, breezy: 2, storm: 6 };

/**
 * The events of a weather without end, in order.
 * @param draw of a seed @param blockSeconds mean time between two blocks
 */
export function* drawWeather(
  weather: WeatherName,
  draw: Draw,
  blockSeconds: number,
): Generator<WeatherEvent, undefined> {
  /** Some block times, in seconds. */
  const blocks = (from: number, to: number): number => blockSeconds * (from + draw(to - from + 1));
  const events: Record<keyof Climate, (at: number) => WeatherEvent> = {
    burst: (at) => ({ at, event: 'blocks', count: 3 + draw(6) }),
    drought: (at) => ({ at, event: 'drought', seconds: blocks(5, 15) }),
    reorganization: (at) => ({
      at,
      event: 'reorganization',
      depth: 1 + Math.min(draw(DEEPEST[weather]), draw(DEEPEST[weather])), // shallow ones are more frequent
      keep: draw(4) === 0 ? 'none' : 'all',
    }),
    jam: (at) => ({ at, event: 'jam', seconds: blocks(3, 8) }),
    slow: (at) => ({ at, event: 'slow', seconds: blocks(2, 6), milliseconds: 200 + draw(2_800) }),
    away: (at) => ({ at, event: 'away', seconds: blocks(1, 3) }),
    behind: (at) => ({ at, event: 'behind', seconds: blocks(2, 8) }),
    break: (at) => ({ at, event: 'break' }),
  };
  const chances = Object.entries(CLIMATES[weather]) as [keyof Climate, number][];
  for (let at = 0; ;) {
    at += 1 + draw(2 * blockSeconds - 1);
    if (draw(10) < 6) yield { at, event: 'transfers', count: 1 + draw(5) };
    let left = draw(100);
    const [name] = chances.find(([, chance]) => (left -= chance) < 0) ?? [];
    const event: WeatherEvent = name === undefined ? { at, event: 'blocks', count: 1 } : events[name](at);
    yield event;
    if (event.event === 'drought') at += event.seconds;
  }
}

/** Seconds for which an event lasts; 0 for one of a moment. */
export function lengthOf(event: WeatherEvent): number {
  return 'seconds' in event ? event.seconds : 0;
}

/**
 * A list in the order of its times. If it has no `blocks`, a block comes every `blockSeconds` until its last event is over, except in
 * its droughts.
 */
export function* playList(
  list: readonly WeatherEvent[],
  blockSeconds: number,
): Generator<WeatherEvent, undefined> {
  const events = list.toSorted((one, other) => one.at - other.at);
  if (events.some(({ event }) => event === 'blocks')) {
    yield* events;
    return undefined;
  }
  let due = blockSeconds;
  const blocksUntil = function* (time: number): Generator<WeatherEvent, void> {
    for (; due <= time; due += blockSeconds) yield { at: due, event: 'blocks', count: 1 };
  };
  for (const event of events) {
    yield* blocksUntil(event.at);
    yield event;
    if (event.event === 'drought') due = Math.max(due, event.at + event.seconds);
  }
  yield* blocksUntil(Math.max(...events.map((event) => event.at + lengthOf(event))));
  return undefined;
}
