import { buildExplorerOpenApi } from '@cairn/api/openapi';
import { DevnetClock } from '@cairn/chain/devnet';
import { inMemory, MemoryChain, memoryHome } from '@cairn/chain/memory';
import { startDemoTraffic } from '@cairn/chain/miner';
import { BlockFileError, LevelError } from '@cairn/chain/storage';
import manifest from '../package.json' with { type: 'json' };
import type { TabStorage } from './storage.ts';
import { runtime } from './system-runtime.ts';
import type { Sqlite } from './wasm-sqlite.ts';

const BLOCK_SECONDS = 7;
const TRANSFERS_PER_BLOCK = 4;
/** Of a new chain, so that there is something to see. */
const FIRST_BLOCKS = 12;

interface LivingChainOptions {
  /** `undefined` for a chain that ends with its worker. */
  readonly storage: TabStorage | undefined;
  readonly sqlite: Sqlite;
  /** @param share of the stored blocks that are read again, 0 to 1; none of a chain that was left whole */
  readonly onProgress: (share: number) => void;
  /** Called once when a write has failed. */
  readonly onFatal: (error: Error) => void;
}

export interface LivingChain {
  readonly chain: MemoryChain;
  /** The newest ones, without which it goes on: their file was damaged. */
  readonly lostBlocks: number;
  close(): Promise<void>;
}

/**
 * Opens a devnet that mines by itself and has demo transfers, or goes on with the one of another visit.
 * @throws BlockFileError, ChainError, LevelError, StorageWriteError, DOMException
 */
export async function openLivingChain(options: LivingChainOptions): Promise<LivingChain> {
  const { storage, sqlite, onProgress, onFatal } = options;
  const clock = (await storage?.clock()) ?? new DevnetClock(runtime.now);
  const places = (await storage?.home(runtime)) ?? {
    home: memoryHome(runtime),
    index: inMemory(sqlite.openInMemory),
  };
  const open = (reindex: boolean): Promise<MemoryChain> =>
    MemoryChain.open({
      ...places,
      runtime,
      clock,
      version: manifest.version,
      contract: JSON.stringify(buildExplorerOpenApi()),
      reindex,
      onProgress: ({ bytes, totalBytes }) => onProgress(bytes / totalBytes),
      onFatal,
    });
  let lostTip: number | undefined;
  const chain = await open(false).catch((error: Error) => {
    const isDamage = error instanceof LevelError && error.code === 'level_damaged';
    if (error instanceof BlockFileError) ({ lostTip } = error);
    else if (!isDamage) throw error;
    return open(true); // it goes on from the blocks that are whole
  });
  const { height } = chain.chain.tip();
  const lostBlocks = lostTip === undefined ? 0 : lostTip - height;
  const { control, mempool } = chain;
  try {
    if (height === 0) await makeHistory(chain, clock);
  } catch (error) {
    await chain.close();
    throw error;
  }
  // It resolves once the index has caught up, which takes as long as the blocks did.
  control.mining({ mode: 'interval', interval_seconds: BLOCK_SECONDS }).catch(onFatal);
  const stopTraffic = startDemoTraffic({
    chain: chain.chain,
    mempool,
    perBlock: TRANSFERS_PER_BLOCK,
    isOnDemand: () => control.state().mining.mode === 'on_demand',
    runtime,
    logger: { debug: ignore, info: ignore, warn: ignore, error: ignore },
  });
  const close = async (): Promise<void> => {
    await stopTraffic();
    await chain.close();
  };
  return { chain, lostBlocks, close };
}

/** Plays the last minute of a new chain. */
async function makeHistory({ control }: MemoryChain, clock: DevnetClock): Promise<void> {
  const seconds = FIRST_BLOCKS * BLOCK_SECONDS;
  const events = Array.from({ length: FIRST_BLOCKS }, (_, block) => [
    { at: block * BLOCK_SECONDS, event: 'transfers' as const, count: TRANSFERS_PER_BLOCK },
    { at: (block + 1) * BLOCK_SECONDS, event: 'blocks' as const, count: 1 },
  ]).flat();
  await control.time({ advance_seconds: -seconds });
  await control.setWeather({ events });
  await control.time({ advance_seconds: seconds });
  clock.restore({ offsetMs: 0, heldAt: undefined });
}

const ignore = (): void => undefined;
