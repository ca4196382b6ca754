import type { RouteBody } from '../route.ts';
import type { DevnetRoutes } from './routes.ts';
import { weatherEventSchema, WEATHERS, type WeatherEvent } from './schemas.ts';

type WeatherBody = RouteBody<DevnetRoutes['weather']>;

/**
 * What `/devnet/weather` takes for a weather that a person names.
 * @param name `calm`, `breezy`, `storm` or `none`, or a file of events, one line of JSON each, as `cairn devnet weather` prints them
 * @param readFile returns the text of a file
 * @throws Error with one line
 * @example
 * await devnet.weather({ ...readWeather('storm.jsonl', (path) => readFileSync(path, 'utf8')), seed: 7 });
 */
export function readWeather(name: string, readFile: (path: string) => string): WeatherBody {
  const weather = (['none', ...WEATHERS] as const).find((known) => known === name);
  if (weather !== undefined) return { weather };
  let text: string;
  try {
    text = readFile(name);
  } catch {
    throw new Error(`"${name}" is neither calm, breezy or storm nor a file that can be read`);
  }
  const lines = text
    .split('\n')
    .map((line, index) => ({ line: line.trim(), place: `${name}, line ${index + 1}` }));
  const events = lines.filter(({ line }) => line !== '').map(({ line, place }) => readEvent(line, place));
  if (events.length === 0) throw new Error(`${name} has no event`);
  return { events };
}

function readEvent(line: string, place: string): WeatherEvent {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    throw new Error(`${place} is not JSON`);
  }
  const { data, error } = weatherEventSchema.safeParse(value);
  if (data !== undefined) return data;
  const [issue] = error.issues;
  const isUnknown = issue?.code === 'invalid_union' || issue?.path.length === 0;
  throw new Error(
    isUnknown ? `${place} is no event of a weather` : `${place}: ${String(issue?.path[0])} ${issue?.message}`,
  );
}
