import type { Series } from '@cairn/api/explorer';
import { saveFile } from '@cairn/ui';
import { csvHead, csvRows } from '@cairn/ui/csv.js';
import { AMOUNT_FIGURES } from '../../site/figures.ts';

/**
 * Saves the values of a chart as a CSV file. Its column names are English in every language, because programs read them; amounts
 * are in pebbles, and the mean of a bucket without blocks is an empty field.
 */
export function saveSeries({ figure, from, step_seconds: step, values }: Series): void {
  const rows = values.map((value, index) => [utc(from + index * step), value ?? '']);
  const head = csvHead(['from_utc', AMOUNT_FIGURES.has(figure) ? `${figure}_pebbles` : figure]);
  const name = `cairn-${figure}-${utc(from).slice(0, 10)}.csv`;
  saveFile(name, new Blob([head, csvRows(rows)], { type: 'text/csv;charset=utf-8' }));
}

/** @param seconds Unix time */
const utc = (seconds: number): string => new Date(seconds * 1000).toISOString().replace('.000Z', 'Z');
