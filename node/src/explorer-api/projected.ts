import { explorerIndexUnavailable } from '@cairn/api/explorer';
import type { ProjectionReader } from '../projection/index.ts';
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
