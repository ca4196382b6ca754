import { explorerIndexUnavailable } from '@cairn/api/explorer';
import { TRANSACTION_SIZE } from '@cairn/protocol';
import type { StoredTransaction } from '../chain/chain-reader.ts';
import type { ProjectedTransaction, ProjectionReader } from '../projection/index.ts';
import type { ExplorerContext } from './context.ts';

/** @throws HttpError 503 `explorer_index_unavailable` where an index calls itself ready and cannot be asked */
export function requireReader(context: ExplorerContext): ProjectionReader {
  const reader = context.indexReader?.();
  if (reader === undefined) throw explorerIndexUnavailable();
  return reader;
}

/** Goes on with what a reader answered: at once where it knew at once, which spares a turn of promises. */
export function whenKnown<Known, Made>(
  answer: Known | Promise<Known>,
  goOn: (known: Known) => Made,
): Made | Promise<Made> {
  return answer instanceof Promise ? answer.then(goOn) : goOn(answer);
}

const ID_SIZE = 32;
const RECORD_SIZE = ID_SIZE + TRANSACTION_SIZE;

/** The transactions of block files as the projection has them: ID and bytes one after another. */
export function projectedFrom(page: readonly StoredTransaction[]): ProjectedTransaction[] {
  const bytes = Buffer.allocUnsafe(page.length * RECORD_SIZE);
  return page.map(({ id, raw, height, index }, place) => {
    const at = place * RECORD_SIZE;
    bytes.write(id, at, 'hex');
    bytes.set(raw, at + ID_SIZE);
    return { height, index, bytes, at };
  });
}
