/** The Explorer API of a devnet in the process of a test, and what a hostile server changes in its responses. */
import { createExplorerClient } from '@cairn/api/explorer';
import { type Address, bytesToHex, encodeTransaction, getNetwork, signTransaction } from '@cairn/protocol';
import { developmentAccounts, MINER_ACCOUNT } from '@cairn/protocol/development-accounts';
import { createChain } from '@cairn/testkit';

/** Changes responses. */
export interface Lie {
  /** Those that it changes, by path and query. */
  readonly where: RegExp;
  /** Changes the JSON in place, or returns another. */
  // oxlint-disable-next-line typescript/no-explicit-any -- a lie may change any field of any shape
  readonly json?: (body: any, path: string) => unknown;
  readonly bytes?: (body: Uint8Array) => Uint8Array;
  /** An error instead of the response, perhaps with its code, or a broken connection. */
  readonly fails?: 'connection' | number | readonly [status: number, code: string];
}

/** Of a server that fails. */
export const BROKEN: Lie = { where: /^/, fails: [500, 'internal_error'] };

/** Of a node without an index, or whose index is not ready. */
export const withIndex = (state: 'disabled' | 'building'): readonly Lie[] => [
  {
    where: /\/status$/,
    json: ({ index, capabilities }) => {
      Object.assign(index, { state, enabled: state !== 'disabled', ready: false, progress: 41.7 });
      for (const name of ['transaction_feed', 'address_ranking', 'address_history', 'aggregate_stats'])
        capabilities[name] = false;
    },
  },
  {
    where: /v1\/((addresses\/\w+\/)?transactions(\?|$)|stats|series|miners)/,
    fails: [503, `explorer_index_${state}`],
  },
];

const DEVNET = getNetwork('devnet');
const ACCOUNTS = developmentAccounts(DEVNET);
export const MINER = ACCOUNTS[MINER_ACCOUNT]!.address;
export const PAYER = ACCOUNTS[1]!.address;
const PAYEE = ACCOUNTS[2]!.address;
/** The transfers of blocks: sender, recipient, pebbles. */
const TRANSFERS: Readonly<Record<number, readonly (readonly [from: Address, to: Address, value: bigint])[]>> =
  {
    2: [
      [PAYER, PAYEE, 250_000_000n],
      [MINER, PAYER, 7n],
    ],
    8: [[PAYER, PAYER, 100_000_000n]],
    10: [[MINER, PAYEE, 82_623_495_967n]],
    11: [[PAYEE, PAYER, 1_234_567_890n]],
    12: [[MINER, PAYER, 49_700_000_000n]],
  };
/** Height of the chain. */
const TOP = 12;
const KEYS = new Map(ACCOUNTS.map(({ address, privateKey }) => [address, privateKey]));

export type Explorer = Awaited<ReturnType<typeof openExplorer>>;

/** Opens a chain with twelve blocks above genesis, the same each time. */
export async function openExplorer() {
  const chain = await createChain();
  const { devnet, rpc } = chain;
  /** Of each height. */
  const snapshots: string[] = [];

  const pay = async (fromAddress: Address, toAddress: Address, value: bigint): Promise<void> => {
    const { next_nonce: nonce } = await rpc.getAccount({ address: fromAddress });
    const body = { chain: DEVNET.chainId, nonce, fee: 1_000n, value, fromAddress, toAddress };
    const signed = signTransaction(body, KEYS.get(fromAddress)!);
    await rpc.submitTransaction({ raw: bytesToHex(encodeTransaction(signed)) });
  };
  /** Makes its block of this height the newest one, whatever a test did to the chain. */
  const to = async (height: number): Promise<void> => {
    snapshots.length = Math.min(snapshots.length, height + 1);
    const id = snapshots.at(-1);
    if (id !== undefined) await devnet.revert({ id });
    while (snapshots.length <= height) {
      const next = snapshots.length;
      for (const transfer of TRANSFERS[next] ?? []) await pay(...transfer);
      if (next > 0) await devnet.mine({ interval_seconds: 60 });
      snapshots.push((await devnet.snapshot()).id);
    }
  };
  await to(TOP);

  const client = createExplorerClient({ baseUrl: 'http://explorer', fetch: chain.fetch });
  const blocks = await Promise.all(
    snapshots.map(async (_, height) => {
      const height_or_hash = `${height}`;
      const { block } = await client.getBlock({ height_or_hash });
      const { items } = await client.listBlockTransactions({ height_or_hash });
      return { ...block, raw: await client.getRawBlock({ height_or_hash }), transactions: items };
    }),
  );
  const asked: string[] = [];
  const explorer = {
    url: 'http://explorer',
    chain,
    to,
    /** The blocks from genesis on. */
    blocks,
    /** Their transactions. */
    transactions: blocks.flatMap(({ transactions }) => transactions),
    /** Paths and queries of the requests so far. */
    asked,
    /** What it changes now: the first lie about a response. */
    lies: [] as readonly Lie[],
    fetch: async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
      const { pathname, search } = new URL(input instanceof Request ? input.url : input);
      const path = pathname + search;
      asked.push(path);
      const lie = explorer.lies.find(({ where }) => where.test(path));
      if (lie?.fails === 'connection') throw new TypeError('fetch failed');
      if (lie?.fails !== undefined) return errorOf(lie.fails);
      const response = await chain.fetch(input, init);
      return lie === undefined || !response.ok ? response : changed(response, lie, path);
    },
    close: () => chain.close(),
  };
  return explorer;
}

function errorOf(fails: number | readonly [status: number, code: string]): Response {
  if (typeof fails === 'number') return Response.json({ detail: 'no' }, { status: fails });
  const [status, error] = fails;
  return Response.json({ error, message: error }, { status });
}

async function changed(response: Response, { json, bytes }: Lie, path: string): Promise<Response> {
  if (bytes !== undefined) {
    const body = bytes(new Uint8Array(await response.arrayBuffer()));
    return new Response(Uint8Array.from(body), { headers: response.headers });
  }
  const body: unknown = await response.json();
  return Response.json(json?.(body, path) ?? body);
}
