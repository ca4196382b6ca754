import { csvHead, csvRows, csvTime, saveCsv } from '@cairn/ui/csv.js';
import { SERVER_WORD } from '../../site/formats.ts';
import type { SeriesFigure } from '@cairn/api/explorer';
import type { Line, Wall } from './wall-data.ts';

/**
 * Saves the values of a chart as a CSV file, also those of the range before. Its first line says whose word they are. Its column names are English in every language,
 * because programs read them; amounts are in pebbles, and an unknown value is an empty field.
 */
export function saveLine({ step, stepLength }: Wall, figure: SeriesFigure, { from, values }: Line): void {
  const start = (index: number) => from + index * stepLength;
  const rows = values.map((value, index) => [
    step === 'block' ? start(index) : csvTime(start(index)),
    value ?? '',
  ]);
  const unit = values.some((value) => typeof value === 'string') ? '_pebbles' : '';
  const names = [step === 'block' ? 'height' : 'from_utc', figure + unit];
  saveCsv(`cairn-${figure}-by-${step}.csv`, [csvHead([SERVER_WORD]), csvRows([names, ...rows])]);
}
