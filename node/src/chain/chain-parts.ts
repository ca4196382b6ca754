import { BlockFiles } from '../storage/block-files.ts';
import type { CoreIndex } from '../storage/core-index.ts';
import { SideStore } from '../storage/side-store.ts';
import { BlockImporter } from './block-importer.ts';
import { ChainStore } from './chain-store.ts';
import type { ChainEvent, ChainOptions } from './chain-types.ts';
import { ForkChoice } from './fork-choice.ts';
import { openIndex } from './recovery.ts';
import { TransactionChecker } from './transaction-checker.ts';

/** What a chain consists of. */
export interface ChainParts {
  readonly files: BlockFiles;
  readonly index: CoreIndex;
  readonly store: ChainStore;
  readonly forkChoice: ForkChoice;
  readonly checker: TransactionChecker;
  readonly importer: BlockImporter;
}

/** While the block files are read again: a branch may have been left as deep as branches were kept then. */
const REBUILD_LIMITS = {
  depth: 100_000,
  sideBlocks: Number.MAX_SAFE_INTEGER,
  sideBytes: Number.MAX_SAFE_INTEGER,
};

/**
 * Opens the parts of a chain, as far as its index goes: `recover` adds what else the block files hold, and the branches of `side/` are
 * not in the header tree yet.
 * @param closing closes them, the newest first
 * @throws as `openIndex`
 */
export async function openParts(
  options: ChainOptions & { readonly onChange: (event: ChainEvent) => void },
  closing: AsyncDisposableStack,
): Promise<ChainParts> {
  const { dataDirectory, network, logger, clock, observer, onChange, onFatal } = options;
  const files = await BlockFiles.open(dataDirectory.blocks, network, options.maxBlockFileSize);
  closing.defer(() => files.close());
  const checker = new TransactionChecker(network);
  closing.defer(() => checker.close());
  const { reindex } = options;
  const index = await openIndex({
    path: dataDirectory.core,
    files,
    network,
    logger,
    reindex,
    onDamage: onFatal,
  });
  closing.defer(() => index.close());
  const side = await SideStore.open(dataDirectory.side, logger);
  closing.defer(() => side.close());
  const { changeLimits: limits, onCommitStep: onStep } = options;
  const store = new ChainStore({ files, index, side, checker, logger, limits, onStep });
  closing.defer(() => store.close());
  const forkChoice = await ForkChoice.open(
    network,
    store,
    index.isBuilding ? REBUILD_LIMITS : options.treeLimits,
  );
  const importer = new BlockImporter({
    store,
    forkChoice,
    checker,
    clock,
    onChange,
    onFailure: onFatal,
    observer,
    logger,
  });
  closing.defer(() => importer.close());
  return { files, index, store, forkChoice, checker, importer };
}
