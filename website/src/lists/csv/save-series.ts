import type { Series } from '@cairn/api/explorer';
import { csvLine } from './csv.ts';
import { utc } from './rows.ts';
import { memorySink } from './sink.ts';

/** Saves the values of a chart; an empty field stands for a mean without a block. @throws what the browser rejects with */
export async function saveSeries({ figure, step_seconds: step, from, values }: Series): Promise<void> {
  const sink = memorySink(`cairn-${figure}-${utc(from).slice(0, 10)}.csv`);
  await sink.write(csvLine(['from_utc', AMOUNTS.has(figure) ? `${figure}_pebbles` : figure]));
  const lines = values.map((value, index) => csvLine([utc(from + index * step), value ?? '']));
  await sink.write(lines.join(''));
  await sink.close();
}

const AMOUNTS: ReadonlySet<string> = new Set(['fees', 'transferred', 'supply']);
