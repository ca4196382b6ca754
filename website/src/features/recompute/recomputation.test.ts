import { setImmediate } from 'node:timers/promises';
import { Chain } from '@cairn/chain';
import { memoryHome } from '@cairn/chain/memory';
import { composeBlock, sealBlock } from '@cairn/chain/miner';
import {
  blockId,
  blockIdBytes,
  bytesToHex,
  decodeBlock,
  encodeBlock,
  encodeBlockHeader,
  encodeTransaction,
  genesisBlock,
  getNetwork,
  HEADER_SIZE,
  meetsTarget,
  merkleRoot,
  transactionIdBytes,
} from '@cairn/protocol';
import { developmentAccounts } from '@cairn/protocol/development-accounts';
import { createChain, DEVELOPMENT_ADDRESSES, type TestChain } from '@cairn/testkit';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Recomputation, type RecomputationOptions } from './recomputation.ts';
import type { Problem, RecomputedTip } from './recompute.ts';

let api: TestChain;
/** The snapshot of a chain without blocks. */
let beginning: string;
beforeEach(async () => {
  api = await createChain();
  ({ id: beginning } = await api.devnet.snapshot());
  await api.devnet.mine({ blocks: 3 });
});
afterEach(() => api.close());

const newHome = () =>
  memoryHome(
    {
      now: Date.now,
      sleep: () => setImmediate(),
      turn: () => setImmediate(),
      random: (size) => new Uint8Array(size),
    },
    { onlyValidates: true },
  );

/** Opens a recomputation of the server's chain. @param answer what the server says instead, by path */
function open(
  answer: (path: string, honest: () => Promise<Response>) => Promise<Response> = (_, honest) => honest(),
  options: Partial<RecomputationOptions> = {},
): Promise<Recomputation> {
  const home = newHome();
  return Recomputation.open({
    baseUrl: 'http://explorer',
    fetch: (input, init) => {
      const { pathname } = new URL(input as string);
      return answer(pathname.replace('/api/v1', ''), () => api.fetch(input, init));
    },
    openHome: async () => home,
    onProgress: () => undefined,
    ...options,
  });
}

/** What is wrong, if anything is. */
const problemOf = (run: Promise<unknown>): Promise<Problem | undefined> =>
  run.then(
    () => undefined,
    (error: { problem?: Problem }) => error.problem ?? Promise.reject(error),
  );

/** The server's tip. */
async function served(): Promise<Partial<RecomputedTip>> {
  const { height, tip_id: id } = await api.explorer.status();
  return { height, id: id! };
}

const bytesOf = async (response: Response) => new Uint8Array(await response.arrayBuffer());
/** The block with one pebble more for its miner, mined again. */
function forge(raw: Uint8Array): Uint8Array {
  const { header, transactions } = decodeBlock(raw);
  const [coinbase, ...transfers] = transactions;
  const greedy = [{ ...coinbase!, value: coinbase!.value + 1n }, ...transfers];
  const root = merkleRoot(greedy.map((transaction) => transactionIdBytes(encodeTransaction(transaction))));
  for (let nonce = 0; ; nonce += 1) {
    const forged = { ...header, merkleRoot: bytesToHex(root), nonce };
    if (meetsTarget(blockIdBytes(encodeBlockHeader(forged)), header.bits))
      return encodeBlock({ header: forged, transactions: greedy });
  }
}
const TESTNET = getNetwork('testnet');
/** The miner's account and the nonce of each block. */
const BRANCH = [
  [1, 1_269_788],
  [2, 4_516_693],
] as const;

/** Testnet's first blocks; a second of searching for each nonce is left out. */
async function mined(of: readonly (readonly [account: number, nonce: number])[]): Promise<Uint8Array[]> {
  const blocks: Uint8Array[] = [];
  const logger = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
  const chain = await Chain.open({
    home: newHome(),
    network: TESTNET,
    clock: () => Date.now() / 1_000,
    logger,
  });
  await chain.replaceAbove(0, async (base) => {
    if (blocks.length === of.length) return undefined;
    const [account, nonce] = of[blocks.length]!;
    const { address: miner } = developmentAccounts(TESTNET)[account]!;
    const now = TESTNET.genesisTime + 600 * (blocks.length + 1);
    const block = sealBlock(
      await composeBlock(base, { candidates: [], miner, now }, () => setImmediate()),
      nonce,
    );
    blocks.push(block);
    return block;
  });
  await chain.close();
  return blocks;
}

const withBytes = (bytes: Uint8Array) =>
  new Response(Uint8Array.from(bytes), { headers: { 'content-type': 'application/octet-stream' } });

it('recomputes the chain, transfers included, tells how far it is, and follows it', async () => {
  await api.devnet.fund({ address: DEVELOPMENT_ADDRESSES[1], amount: '500' });
  const seen: [number, number][] = [];
  await using recomputation = await open(undefined, {
    onProgress: ({ height }, target) => seen.push([height, target]),
  });
  expect(await recomputation.follow()).toMatchObject({ network: 'devnet', ...(await served()) });
  expect(seen.at(-1)).toEqual([4, 4]);
  await api.devnet.mine({ blocks: 20 });
  expect(await recomputation.follow()).toMatchObject(await served());
});

it('follows a reorganization, also one during the run, and a devnet that goes back', async () => {
  const { id: start } = await api.devnet.snapshot();
  await api.devnet.mine({ blocks: 3 });
  let reads = 0;
  await using recomputation = await open(async (path, honest) => {
    if (path.endsWith('/raw') && (reads += 1) === 3) await api.devnet.reorganize({ depth: 2, keep: 'none' });
    return honest();
  });
  await recomputation.follow();
  expect(await recomputation.follow()).toMatchObject(await served());
  await api.devnet.reorganize({ depth: 3, keep: 'none' });
  expect(await recomputation.follow()).toMatchObject(await served());
  await api.devnet.revert({ id: start });
  expect(await recomputation.follow()).toMatchObject({ height: 3, ...(await served()) });
  await api.devnet.revert({ id: beginning });
  expect(await recomputation.follow()).toMatchObject({ height: 0, ...(await served()) });
});

it('comes to an end, although the server has a block more each time', async () => {
  await using recomputation = await open(async (path, honest) => {
    if (path === '/status') await api.devnet.mine();
    return honest();
  });
  expect(await recomputation.follow()).toMatchObject(await served());
});

it('keeps its blocks while the server is behind', async () => {
  let behind = 0;
  const asked: string[] = [];
  await using recomputation = await open(async (path, honest) => {
    asked.push(path);
    const answer = await honest();
    if (path !== '/status' || behind === 0) return answer;
    const { height, ...status } = (await answer.json()) as { height: number };
    const { block } = await api.explorer.getBlock({ height_or_hash: `${height - behind}` });
    return Response.json({ ...status, height: block.height, tip_id: block.id });
  });
  const { work } = await recomputation.follow();
  behind = 2;
  expect(await recomputation.follow()).toMatchObject({ height: 1, work: work - 4n });
  [behind, asked.length] = [0, 0];
  expect(await recomputation.follow()).toMatchObject({ ...(await served()), work });
  expect(asked).toEqual(['/status']);
});

it('of a public network the branch with the most work counts, and the blocks of the other are kept', async () => {
  const [[ours], branch] = [await mined([[0, 2_281_414]]), await mined(BRANCH)];
  let blocks = [ours!];
  const answers: Record<string, (query: URLSearchParams) => Promise<Response> | Response> = {
    '/api/v1/status': async () => {
      const { devnet: _, ...status } = await api.explorer.status();
      return Response.json({
        ...status,
        network: 'testnet',
        height: blocks.length,
        tip_id: blockId(blocks.at(-1)!),
      });
    },
    '/api/v1/headers': (query) =>
      withBytes([genesisBlock(TESTNET), ...blocks][Number(query.get('from'))]!.subarray(0, HEADER_SIZE)),
    '/api/v1/blocks/1/raw': () => withBytes(blocks[0]!),
    '/api/v1/blocks/2/raw': () => withBytes(blocks[1]!),
  };
  await using recomputation = await open(undefined, {
    fetch: async (input) => {
      const { pathname, searchParams } = new URL(input as string);
      return answers[pathname]!(searchParams);
    },
  });
  const first = await recomputation.follow();
  expect(first).toMatchObject({ network: 'testnet', height: 1, id: blockId(ours!) });
  blocks = branch.slice(0, 1);
  expect(await problemOf(recomputation.follow())).toEqual({ code: 'other_branch' });
  expect(recomputation.tip).toEqual(first);
  blocks = branch;
  expect(await recomputation.follow()).toMatchObject({ height: 2, id: blockId(branch[1]!) });
});

it('goes on where it was, with the blocks that its home has kept', async () => {
  const asked: string[] = [];
  const home = newHome();
  const again = () =>
    open(
      (path, honest) => {
        asked.push(path);
        return honest();
      },
      { openHome: async () => home },
    );
  const first = await again();
  await first.follow();
  await first[Symbol.asyncDispose]();
  await api.devnet.mine({ blocks: 2 });
  asked.length = 0;
  await using second = await again();
  expect(second.tip.height).toBe(3);
  expect(await second.follow()).toMatchObject(await served());
  expect(asked.filter((path) => path.endsWith('/raw'))).toEqual(['/blocks/4/raw', '/blocks/5/raw']);
});

it.each([
  ['a changed signature', (raw: Uint8Array) => raw.fill(1, raw.length - 60), /Merkle/],
  ['a changed header', (raw: Uint8Array) => raw.fill(1, 4, 8), /./],
  ['half of its bytes', (raw: Uint8Array) => raw.subarray(0, raw.length / 2), /bytes/],
  ['nothing', () => new Uint8Array(), /bytes/],
])('names a block with %s, and keeps what is valid', async (_, lie, rule) => {
  await api.devnet.fund({ address: DEVELOPMENT_ADDRESSES[1], amount: '500' });
  let isLying = true;
  await using recomputation = await open(async (path, honest) => {
    const answer = await honest();
    if (!isLying || path !== '/blocks/4/raw') return answer;
    return withBytes(lie(await bytesOf(answer)));
  });
  expect(await problemOf(recomputation.follow())).toEqual({
    code: 'wrong_block',
    height: 4,
    rule: expect.stringMatching(rule),
  });
  expect(recomputation.tip.height).toBe(3);
  isLying = false;
  expect(await recomputation.follow()).toMatchObject(await served());
});

it('an invalid block with work stays wrong, and is given by its ID', async () => {
  const forged = forge(await api.explorer.getRawBlock({ height_or_hash: '3' }));
  await using recomputation = await open(async (path, honest) =>
    path === '/blocks/3/raw' ? withBytes(forged) : honest(),
  );
  const rule = expect.stringMatching(/coinbase|reward|subsidy/i);
  const block = { height: 3, id: blockId(forged.subarray(0, HEADER_SIZE)), network: 'devnet', rule };
  const problem = { code: 'wrong_block', height: 3, rule, block };
  expect(await problemOf(recomputation.follow())).toEqual(problem);
  // It says the same of it with each new tip.
  expect(await problemOf(recomputation.follow())).toEqual(problem);
});

it('repeats what the server refuses for a moment, and stops when it is gone for longer', async () => {
  let failures = 3;
  let isGone = false;
  await using recomputation = await open((path, honest) => {
    if (isGone && path !== '/status') return Promise.reject(new TypeError('fetch failed'));
    if (path === '/blocks/2/raw' && failures > 0) {
      failures -= 1;
      return Promise.resolve(Response.json({ error: 'node_busy' }, { status: 503 }));
    }
    return honest();
  });
  expect(await recomputation.follow()).toMatchObject(await served());
  isGone = true;
  await api.devnet.mine();
  expect(await problemOf(recomputation.follow())).toEqual({ code: 'unreachable' });
  expect(recomputation.tip.height).toBe(3);
});

it('gives up on a server that names tips which it does not have', async () => {
  await using recomputation = await open(async (path, honest) => {
    const answer = await honest();
    if (path !== '/status') return answer;
    return Response.json({ ...((await answer.json()) as object), height: 9, tip_id: 'ab'.repeat(32) });
  });
  expect(await problemOf(recomputation.follow())).toEqual({ code: 'moving' });
});

it.each([
  ['network_unknown', { network: 'mainnet' }],
  ['other_network', { network: 'testnet' }],
  ['other_network', { devnet: { clock_offset_seconds: 0, rewinds: 0, fork_height: 2 } }],
  ['empty', { height: -1, initialized: false, tip_id: undefined }],
] as const)('a server may be of no use: %s', async (code, changes) => {
  const run = async (): Promise<void> => {
    await using recomputation = await open(
      async (path, honest) => {
        const answer = await honest();
        return path === '/status'
          ? Response.json({ ...((await answer.json()) as object), ...changes })
          : answer;
      },
      { network: 'devnet' },
    );
    await recomputation.follow();
  };
  expect(await problemOf(run())).toEqual({ code });
});
