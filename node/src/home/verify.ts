import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { equalBytes, type Network } from '@cairn/protocol';
import { pino } from 'pino';
import { NodeError } from '../startup/errors.ts';
import { CoreStore, describeKey, LEFT } from '@cairn/chain/storage';
import type { DataDirectory } from './data-directory.ts';
import { levelFolder } from './level-folder.ts';
import { type ChainTip, importRecords, openParts, type ProgressListener } from '@cairn/chain';
import { nodeHome } from './node-home.ts';
import { runtime } from './runtime.ts';

interface VerifyOptions {
  readonly dataDirectory: DataDirectory;
  readonly network: Network;
  readonly onProgress?: ProgressListener;
  readonly signal?: AbortSignal;
}

/**
 * Validates all blocks of the block files again, including signatures and proofs of work, into a separate core, as far as `core/`
 * accounts for them, and compares that with `core/` entry by entry. It repairs nothing, and deletes the separate store at the end.
 * @returns the tip
 * @throws NodeError for the first difference, BlockFileError for a fault in a block file, LevelError when `core/` is damaged; the
 * signal's reason
 */
export async function verifyChain(options: VerifyOptions): Promise<ChainTip> {
  const { dataDirectory, network, onProgress = () => undefined, signal } = options;
  const { verify, blocks, core: path } = dataDirectory;
  const remove = () => rm(verify, { recursive: true, force: true });
  await using closing = new AsyncDisposableStack();
  const core = await CoreStore.open(levelFolder(path), runtime.turn);
  closing.defer(() => core.close());
  if (core.isEmpty || core.isBuilding)
    throw new NodeError(`${path} is being rebuilt: continues with cairn start or cairn reindex`);
  const view = core.view();
  closing.defer(() => view.close());
  await remove(); // a killed run may have left it
  closing.defer(remove);
  const parts = await openParts(
    {
      home: nodeHome({ blocks, core: join(verify, 'core'), side: join(verify, 'side') }),
      network,
      clock: () => 0, // not for records
      logger: pino({ level: 'silent' }),
      onChange: () => undefined,
    },
    closing,
  );
  const { endFile: file, endOffset: offset } = view.tip;
  await importRecords({ ...parts, until: { file, offset }, checksSignatures: true, onProgress, signal });
  await parts.core.setBuilding(false);
  const { height, id } = view.tip;
  await parts.importer.exclusively(async () => {
    await parts.importer.goTo(id); // a process may have been killed during a switch
    await compare(parts.core, core);
  });
  return { height, id };
}

/** @throws NodeError if the rows of a store are not those of one that was made anew */
async function compare(anew: CoreStore, core: CoreStore): Promise<void> {
  for await (const [key, expected] of anew.rows()) {
    const found = core.row(key);
    if (found === undefined) {
      if (LEFT.has(key)) continue; // it was too far below the tip
      throw new NodeError(`${core.path} lacks ${describeKey(key)}`);
    }
    if (!equalBytes(found, expected))
      throw new NodeError(`${core.path} holds another value for ${describeKey(key)}`);
  }
  for await (const [key] of core.rows()) {
    if (anew.row(key) === undefined)
      throw new NodeError(`${core.path} holds without a block ${describeKey(key)}`);
  }
}
