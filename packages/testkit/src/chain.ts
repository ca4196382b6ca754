/** A devnet in the process of a test, without node, folder or port. */
import { setImmediate, setTimeout } from 'node:timers/promises';
import { createDevnetClient, type DevnetClient, devnetDumpSchema } from '@cairn/api/devnet';
import { createExplorerClient, type ExplorerClient } from '@cairn/api/explorer';
import { buildExplorerOpenApi } from '@cairn/api/openapi';
import { createRpcClient, type RpcClient } from '@cairn/api/rpc';
import {
  chosenAccounts,
  inMemory,
  MemoryChain,
  openAccounts,
  PUBLIC_ACCOUNTS,
  seededRuntime,
} from '@cairn/chain/memory';
import { getNetwork } from '@cairn/protocol';
import type { DevelopmentAccount } from '@cairn/protocol/development-accounts';
import Database from 'better-sqlite3';
import manifest from '../package.json' with { type: 'json' };
import { serveInterface } from './serve.ts';

export interface ChainOptions {
  /** A whole number below 2^32, 0 by default: the same seed and the same calls make the same blocks, with the same IDs. */
  readonly seed?: number | undefined;
  /**
   * Text of a file of `chain.dump()`, `cairn devnet dump` or a failed test's report, with whose chain it begins. It mines when it is told
   * to, whatever the mode of the file.
   */
  readonly load?: string | undefined;
  /**
   * Number of its development accounts, up to 100, 10 by default; with `load` up to what the chain has. Those that have nothing at
   * genesis get 10,000 CRN.
   */
  readonly accounts?: number | undefined;
  /**
   * Pebbles of each at the start, which a first block pays, such as `parseCoins('5000')`. The miner, the public account 9, has the rest,
   * and pays `devnet.fund`.
   */
  readonly balance?: bigint | undefined;
  /** Their phrase, instead of the public one. The dump has it: never take one that has coins elsewhere. */
  readonly mnemonic?: string | undefined;
}

/** An interface of a chain: the host of its addresses in `fetch`. */
export type InterfaceName = 'explorer' | 'rpc' | 'devnet';

/** A devnet in this process. */
export interface TestChain extends AsyncDisposable {
  /**
   * Mines, rewinds, reorganizes, funds, moves the clock. A call returns once mempool, index and events show the change.
   * @example
   * await chain.devnet.mine({ blocks: 3 });
   * await chain.devnet.fund({ address, amount: '150000000' }); // 1.5 CRN, mined at once
   * await chain.devnet.reorganize({ depth: 2, keep: 'none' });
   */
  readonly devnet: DevnetClient;
  /**
   * The Explorer API, with its index.
   * @example
   * const { items } = await chain.explorer.listTransactions({ limit: 5 });
   */
  readonly explorer: ExplorerClient;
  /**
   * The private RPC, without a token.
   * @example
   * const { next_nonce } = await chain.rpc.getAccount({ address });
   * await chain.rpc.submitTransaction({ raw }); // pending until `chain.devnet.mine()`
   */
  readonly rpc: RpcClient;
  /**
   * `fetch` to `http://explorer/…`, `http://rpc/…` and `http://devnet/…`, for an app that takes a `fetch`. Responses are, byte for
   * byte, those of a node, event streams included.
   * @example
   * const response = await chain.fetch('http://explorer/api/v1/status');
   */
  readonly fetch: typeof globalThis.fetch;
  /**
   * The development accounts, with their keys.
   * @example
   * const [alice, bob] = chain.accounts;
   */
  readonly accounts: readonly DevelopmentAccount[];
  /**
   * Serves an interface on 127.0.0.1, without a token, until the chain is closed: for a browser, or another process.
   * @param name `explorer` by default
   * @param port a free one by default
   * @returns its address, such as `http://127.0.0.1:40123`
   * @throws Error if the port is taken, or the chain is closed; TypeError and RangeError for another interface or port
   * @example
   * const cairn = createCairn({ api: await chain.listen() });
   */
  listen(name?: InterfaceName, port?: number): Promise<string>;
  /**
   * The chain, its pending transactions and its clock as the text of a file, which `cairn dev --load` and `cairn show` open.
   * @example
   * writeFileSync('chain.json', await chain.dump());
   */
  dump(): Promise<string>;
  /**
   * Ends streams and servers, and frees the memory.
   * @example
   * after(() => chain.close());
   */
  close(): Promise<void>;
}

/** Entity tags depend on it. */
const CONTRACT = JSON.stringify(buildExplorerOpenApi());

/**
 * Creates a devnet in memory, from its genesis block on, in some milliseconds. It mines when it is told to. Its clock stands still at
 * the time of the genesis block; blocks and `devnet.time` move it.
 * @throws RangeError for another seed, number of accounts or balance; TypeError for a phrase that is no text; ProtocolError `invalid_mnemonic`; Error for a text that is no
 * dump, or with a block that is not valid
 * @example
 * const chain = await createChain({ seed: 7 });
 * await chain.devnet.mine({ blocks: 3 });
 * const { height } = await chain.explorer.status();
 * await chain.close();
 */
export async function createChain({ seed = 0, load, ...chosen }: ChainOptions = {}): Promise<TestChain> {
  if (!Number.isInteger(seed) || seed < 0 || seed >= 2 ** 32)
    throw new RangeError(`seed is ${String(seed)}; it takes a whole number from 0 to ${2 ** 32 - 1}`);
  const dump = load === undefined ? undefined : readDump(load);
  const accounts = chosenAccounts(chosen);
  if (dump !== undefined && (chosen.balance !== undefined || chosen.mnemonic !== undefined))
    throw new RangeError('a chain that is loaded has its accounts, without balance and mnemonic');
  const { count } = dump?.accounts ?? PUBLIC_ACCOUNTS;
  if (dump !== undefined && (chosen.accounts ?? 0) > count)
    throw new RangeError(`accounts is ${chosen.accounts}; the chain that is loaded has ${count}`);
  const chain = await MemoryChain.open({
    runtime: seededRuntime(seed, getNetwork('devnet').genesisTime * 1_000, SYSTEM),
    version: manifest.version,
    contract: CONTRACT,
    index: inMemory(() => new Database(':memory:')),
  });
  try {
    if (dump !== undefined) await chain.control.load({ ...dump, mining: { ...dump.mining, ...WHEN_TOLD } });
    else if (accounts !== undefined) await chain.control.pay(accounts);
  } catch (error) {
    await chain.close();
    throw error;
  }
  const servers: ReturnType<typeof serveInterface>[] = [];
  const { fetch } = chain;
  const devnet = createDevnetClient({ baseUrl: 'http://devnet', token: '', fetch });
  const close = async (): Promise<void> => {
    await chain.close();
    for (const opened of await Promise.allSettled(servers.splice(0)))
      if (opened.status === 'fulfilled') await opened.value[Symbol.asyncDispose]();
  };
  return {
    devnet,
    explorer: createExplorerClient({ baseUrl: 'http://explorer', fetch }),
    rpc: createRpcClient({ baseUrl: 'http://rpc', fetch }),
    fetch,
    accounts: await openAccounts(getNetwork('devnet'), {
      ...(chain.control.accounts ?? PUBLIC_ACCOUNTS),
      ...(chosen.accounts !== undefined && { count: chosen.accounts }),
    }),
    listen: async (name = 'explorer', port = 0) => {
      if (chain.isClosed) throw new Error('the chain is closed');
      const server = serveInterface(chain, name, port);
      servers.push(server);
      return (await server).url;
    },
    dump: async () => `${JSON.stringify(await devnet.dump())}\n`,
    close,
    [Symbol.asyncDispose]: close,
  };
}

const WHEN_TOLD = { mode: 'manual', interval_seconds: null } as const;

function readDump(text: string) {
  try {
    return devnetDumpSchema.parse(JSON.parse(text));
  } catch (error) {
    throw new Error('load is no chain of chain.dump() or cairn devnet dump', { cause: error });
  }
}

const SYSTEM = {
  sleep: async (milliseconds: number, signal?: AbortSignal) => {
    await setTimeout(milliseconds, undefined, signal && { signal }).catch(() => undefined); // ended by the signal
  },
  turn: () => setImmediate(),
};
