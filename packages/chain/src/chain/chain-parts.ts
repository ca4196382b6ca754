import type { BlockLog } from '../storage/block-log.ts';
import type { CoreStore } from '../storage/core-store.ts';
import { SideStore } from '../storage/side-store.ts';
import { BlockImporter } from './block-importer.ts';
import { ChainStore } from './chain-store.ts';
import type { ChainEvent, ChainOptions } from './chain-types.ts';
import { ForkChoice } from './fork-choice.ts';
import { openCore } from './recovery.ts';
import { TransactionChecker } from './transaction-checker.ts';

/** What a chain consists of. */
export interface ChainParts {
  readonly log: BlockLog;
  readonly core: CoreStore;
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
 * Opens the parts of a chain, as far as `core/` goes: `recover` adds what else the block files hold, and the branches of `side/` are
 * not in the header tree yet.
 * @param closing closes them, the newest first
 * @throws as `openCore`
 */
export async function openParts(
  options: ChainOptions & { readonly onChange: (event: ChainEvent) => void },
  closing: AsyncDisposableStack,
): Promise<ChainParts> {
  const { home, network, logger, clock, observer, onChange, onFatal } = options;
  const { runtime } = home;
  const log = await home.openLog(network);
  closing.defer(() => log.close());
  const checker = new TransactionChecker(network, home.startTasks(network));
  closing.defer(() => checker.close());
  const { reindex } = options;
  const core = await openCore({
    place: home.core,
    log,
    network,
    logger,
    turn: runtime.turn,
    reindex,
    onDamage: onFatal,
  });
  closing.defer(() => core.close());
  const side = await SideStore.open(home.side, logger);
  closing.defer(() => side.close());
  const { changeLimits: limits, onCommitStep: onStep } = options;
  const store = new ChainStore({ log, core, side, checker, logger, turn: runtime.turn, limits, onStep });
  closing.defer(() => store.close());
  const forkChoice = await ForkChoice.open(
    network,
    store,
    core.isBuilding ? REBUILD_LIMITS : options.treeLimits,
  );
  const importer = new BlockImporter({
    store,
    forkChoice,
    checker,
    clock,
    runtime,
    onChange,
    onFailure: onFatal,
    observer,
    logger,
  });
  closing.defer(() => importer.close());
  return { log, core, store, forkChoice, checker, importer };
}
