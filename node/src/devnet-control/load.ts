import type { DevnetDump } from '@cairn/api/devnet';
import { type DevnetControl, DumpError } from '@cairn/chain/devnet';
import { NodeError, UsageError } from '../startup/errors.ts';

/**
 * Begins a new devnet with a dump.
 * @param path of its file, for messages
 * @throws NodeError for a chain that has blocks; UsageError for content that is not valid, after which the chain is new again
 */
export async function loadDevnet(control: DevnetControl, dump: DevnetDump, path: string): Promise<void> {
  try {
    await control.load(dump);
  } catch (error) {
    if (!(error instanceof DumpError)) throw error;
    if (error.code === 'invalid') throw new UsageError(`${path}: ${error.message}`, { cause: error });
    throw new NodeError(
      '--load needs a new chain, and this one has blocks: begin one with the flag --fresh of cairn dev, or with another --data-dir',
      { cause: error },
    );
  }
}
