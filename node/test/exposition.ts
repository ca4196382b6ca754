/** For tests only: a strict parser of Prometheus's text exposition format, version 0.0.4. */

/** Values by series, such as `name{label="value"}`. */
export type Samples = ReadonlyMap<string, number>;

const METADATA = /^# (HELP|TYPE) ([a-zA-Z_:][a-zA-Z0-9_:]*) (.*)$/;
const SAMPLE =
  /^([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{((?:[a-zA-Z_][a-zA-Z0-9_]*="(?:[^"\\\n]|\\["\\n])*",?)*)\})? (\S+)$/;
const TYPES: ReadonlySet<string> = new Set(['counter', 'gauge', 'histogram', 'summary']);
/** Values that are not decimal numbers, in lower case: Prometheus reads them in any case. */
const SPECIAL: Readonly<Record<string, number>> = { '+inf': Infinity, '-inf': -Infinity, nan: NaN };

/** @throws Error with the line: a sample without a type, a repeated series, an invalid name or value */
export function parseExposition(text: string): Samples {
  if (!text.endsWith('\n')) throw new Error('the last line has no line feed');
  const types = new Map<string, string>();
  const samples = new Map<string, number>();
  for (const line of text.split('\n')) {
    if (line === '') continue;
    if (line.startsWith('#')) readMetadata(line, types);
    else readSample(line, types, samples);
  }
  return samples;
}

function readMetadata(line: string, types: Map<string, string>): void {
  const [, kind, name = '', value = ''] = METADATA.exec(line) ?? [];
  if (kind === undefined || value === '') throw new Error(`invalid metadata: ${line}`);
  if (kind !== 'TYPE') return;
  if (!TYPES.has(value) || types.has(name)) throw new Error(`invalid or repeated type: ${line}`);
  types.set(name, value);
}

function readSample(line: string, types: Map<string, string>, samples: Map<string, number>): void {
  const [, name = '', labels, value = ''] = SAMPLE.exec(line) ?? [];
  const special = SPECIAL[value.toLowerCase()];
  const number = special ?? Number(value);
  if (name === '' || value === '' || (special === undefined && Number.isNaN(number))) {
    throw new Error(`invalid sample: ${line}`);
  }
  const family = name.replace(/_(bucket|sum|count)$/, '');
  if (!types.has(name) && types.get(family) !== 'histogram')
    throw new Error(`sample without a type: ${line}`);
  const isCounter = types.get(name) === 'counter';
  if (isCounter && (!name.endsWith('_total') || number < 0)) throw new Error(`invalid counter: ${line}`);
  const series = labels === undefined ? name : `${name}{${labels}}`;
  if (samples.has(series)) throw new Error(`repeated series: ${line}`);
  samples.set(series, number);
}
