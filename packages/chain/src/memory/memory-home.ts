import type { Network } from '@cairn/protocol';
import { MemoryLevel } from 'memory-level';
import type { TransactionTasks } from '../chain/transaction-checker.ts';
import { digestTransactions, TransferValidator } from '../chain/transaction-checks.ts';
import type { Home } from '../home.ts';
import type { Runtime } from '../runtime.ts';
import type { DatabasePlace } from '../storage/level.ts';
import { MemoryLog } from './memory-log.ts';

/** A home whose stores last as long as it does: a chain that is closed can be opened again. */
export interface MemoryHome extends Home {
  /** Of the mempool. */
  readonly mempool: DatabasePlace;
}

/** The home of a chain in the memory of a test's process or of a browser tab. It checks transactions at once, without threads. */
export function memoryHome(runtime: Runtime): MemoryHome {
  let log: MemoryLog | undefined;
  return {
    runtime,
    openLog: async (network) => (log ??= new MemoryLog(network)),
    core: memoryPlace('core'),
    side: memoryPlace('side'),
    mempool: memoryPlace('mempool'),
    startTasks: (network) => new TasksAtOnce(network),
  };
}

/** A database in memory. @param name for messages */
export function memoryPlace(name: string): DatabasePlace {
  const create = () =>
    new MemoryLevel<Uint8Array, Uint8Array>({
      storeEncoding: 'view',
      keyEncoding: 'view',
      valueEncoding: 'view',
    });
  let database: ReturnType<typeof create> | undefined;
  return {
    path: `memory/${name}`,
    database: () => (database ??= create()),
    exists: () => database !== undefined,
    remove: async () => (database = undefined),
  };
}

/** Hashes and checks transactions where the caller is. */
class TasksAtOnce implements TransactionTasks {
  readonly waiting = 0;
  readonly #validator: TransferValidator;

  constructor(network: Network) {
    this.#validator = new TransferValidator(network);
  }

  async digest(transactions: Uint8Array): ReturnType<TransactionTasks['digest']> {
    return digestTransactions(transactions);
  }

  async findFault(transfers: () => Uint8Array): ReturnType<TransactionTasks['findFault']> {
    return this.#validator.findFault(transfers());
  }

  async close(): Promise<void> {}
}
