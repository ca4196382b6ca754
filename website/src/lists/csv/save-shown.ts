import { csvLine } from './csv.ts';
import { BLOCK_HEADER, blockFields, TRANSACTION_HEADER, transactionFields } from './rows.ts';
import type { ShownRows } from './shown-rows.ts';
import { memorySink } from './sink.ts';

/** Saves the rows on a page. @throws what the browser rejects with where it cannot save */
export async function saveShown(shown: ShownRows): Promise<void> {
  const sink = memorySink(`${shown.name}.csv`);
  await sink.write(csvLine(shown.kind === 'blocks' ? BLOCK_HEADER : TRANSACTION_HEADER));
  const lines =
    shown.kind === 'blocks'
      ? shown.rows.map((row) => csvLine(blockFields(row)))
      : shown.rows.map((row) => csvLine(transactionFields(row)));
  await sink.write(lines.join(''));
  await sink.close();
}
