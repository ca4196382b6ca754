import type { Network, VerifySignature } from '@cairn/protocol';
import { MemoryLevel } from 'memory-level';
import type { TransactionTasks } from '../chain/transaction-checker.ts';
import { digestTransactions, TransferValidator } from '../chain/transaction-checks.ts';
import type { Home } from '../home.ts';
import type { Runtime } from '../runtime.ts';
import { isForReaders } from '../storage/layout.ts';
import type { Database, DatabasePlace } from '../storage/level.ts';
import { MemoryLog } from './memory-log.ts';

/** A home whose stores last as long as it does: a chain that is closed can be opened again. */
export interface MemoryHome extends Home {
  /** Of the mempool. */
  readonly mempool: DatabasePlace;
}

export interface MemoryHomeOptions {
  /** How signatures are verified; as on this platform by default. */
  readonly verify?: VerifySignature | undefined;
  /** True for a chain that only validates: it finds no transaction by its ID, and no history of an address. */
  readonly onlyValidates?: boolean | undefined;
}

/** The home of a chain in the memory of a test's process or of a browser tab. It checks transactions at once, without threads. */
export function memoryHome(
  runtime: Runtime,
  { verify, onlyValidates = false }: MemoryHomeOptions = {},
): MemoryHome {
  let log: MemoryLog | undefined;
  return {
    runtime,
    openLog: async (network) => (log ??= new MemoryLog(network)),
    core: memoryPlace('core', onlyValidates ? isForReaders : undefined),
    side: memoryPlace('side'),
    mempool: memoryPlace('mempool'),
    startTasks: (network) => new TasksAtOnce(network, verify),
  };
}

/**
 * A database in memory.
 * @param name for messages @param isDropped true for the keys of rows that are not kept
 */
export function memoryPlace(name: string, isDropped?: (key: Uint8Array) => boolean): DatabasePlace {
  const create = () =>
    new MemoryLevel<Uint8Array, Uint8Array>({
      storeEncoding: 'view',
      keyEncoding: 'view',
      valueEncoding: 'view',
    });
  let database: ReturnType<typeof create> | undefined;
  return {
    path: `memory/${name}`,
    database: () => {
      database ??= create();
      return isDropped === undefined ? database : withoutRows(database, isDropped);
    },
    exists: () => database !== undefined,
    remove: async () => (database = undefined),
  };
}

/** A database that does not keep some rows. */
function withoutRows(database: Database, isDropped: (key: Uint8Array) => boolean): Database {
  return {
    open: () => database.open(),
    close: () => database.close(),
    getSync: (key, options) => database.getSync(key, options),
    iterator: (options) => database.iterator(options),
    snapshot: () => database.snapshot(),
    batch: () => {
      const batch = database.batch();
      const kept: ReturnType<Database['batch']> = {
        put: (key, value) => {
          if (!isDropped(key)) batch.put(key, value);
          return kept;
        },
        del: (key) => {
          if (!isDropped(key)) batch.del(key);
          return kept;
        },
        write: (options) => batch.write(options),
      };
      return kept;
    },
  };
}

/** Hashes and checks transactions where the caller is. */
class TasksAtOnce implements TransactionTasks {
  readonly waiting = 0;
  readonly validator: TransferValidator;

  constructor(network: Network, verify: VerifySignature | undefined) {
    this.validator = new TransferValidator(network, verify);
  }

  async digest(transactions: Uint8Array): ReturnType<TransactionTasks['digest']> {
    return digestTransactions(transactions);
  }

  async findFault(transfers: () => Uint8Array): ReturnType<TransactionTasks['findFault']> {
    return this.validator.findFault(transfers());
  }

  async close(): Promise<void> {}
}
