import { setImmediate } from 'node:timers/promises';
import { createExplorerClient } from '@cairn/api/explorer';
import { Chain, type Home } from '@cairn/chain';
import { memoryHome } from '@cairn/chain/memory';
import { composeBlock, sealBlock } from '@cairn/chain/miner';
import { BlockFileError, StorageWriteError } from '@cairn/chain/storage';
import {
  blockId,
  blockIdBytes,
  bytesToHex,
  concatBytes,
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
import { problemOf, ProofError, reasonOf } from './proof-error.ts';
import type { Place, Recomputed } from './recomputed.ts';
import type { ProofState } from './proof.ts';
import { Session } from './session.ts';
import { Walk } from './walk.ts';
import { patient, recomputer, type RecomputePlace } from './recomputation.ts';

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
const placeOf = (home: Home): RecomputePlace => ({ home, remove: async () => undefined });

/** What the server says, by path and query. */
type Answer = (path: string, honest: () => Promise<Response>, query: URLSearchParams) => Promise<Response>;
const HONEST: Answer = (_, honest) => honest();

/** Asks such a server. */
const asking =
  (answer: Answer): typeof fetch =>
  (input, init) => {
    const { pathname, searchParams } = new URL(input as string);
    return answer(pathname.replace('/api/v1', ''), () => api.fetch(input, init), searchParams);
  };

/** Walks the server's chain. */
async function open(answer: Answer = HONEST, openPlace = async () => placeOf(newHome())) {
  const client = createExplorerClient({
    baseUrl: 'http://explorer',
    fetch: patient(asking(answer), () => setImmediate()),
  });
  const walk = await Walk.open(client, { most: Number.POSITIVE_INFINITY });
  const recompute = recomputer(openPlace);
  const told: [height: number, target: number][] = [];
  let found: Recomputed = {};
  return {
    /** How far it was, each time. */
    told,
    /** What it has found last. */
    found: () => found,
    /** Recomputes it up to the server's tip. */
    follow: async (): Promise<Place | undefined> => {
      await walk.extend();
      await recompute(walk, client, (now, target) => {
        found = now;
        told.push([now.tip!.height, target]);
      });
      return found.tip;
    },
  };
}

/** What is wrong, if anything is. */
const problemIn = (run: Promise<unknown>) =>
  run.then(
    () => undefined,
    (error: unknown) => ({ code: reasonOf(error), rule: problemOf(error) }),
  );

/** The server's tip. */
async function served(): Promise<Place> {
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

/** A server of testnet. @param blocks above the genesis block */
function ofTestnet(blocks: readonly Uint8Array[]): Answer {
  const chain = [genesisBlock(TESTNET), ...blocks];
  return async (path, honest, query) => {
    if (path === '/status') {
      const { devnet: _, ...status } = await api.explorer.status();
      const [height, id] = [blocks.length, blockId(chain.at(-1)!)];
      return Response.json({ ...status, network: 'testnet', height, tip_id: id });
    }
    if (path === '/headers') {
      const [from, count] = ['from', 'count'].map((name) => Number(query.get(name)));
      const asked = chain.slice(from, from! + count!);
      return withBytes(concatBytes(...asked.map((block) => block.subarray(0, HEADER_SIZE))));
    }
    const [, height] = /^\/blocks\/(\d+)\/raw$/.exec(path) ?? [];
    return height === undefined ? honest() : withBytes(chain[Number(height)]!);
  };
}

it('recomputes the chain, transfers included, tells how far it is, and follows it', async () => {
  await api.devnet.fund({ address: DEVELOPMENT_ADDRESSES[1], amount: '500' });
  const { follow, told } = await open();
  expect(await follow()).toEqual(await served());
  expect([told[0], told.at(-1)]).toEqual([
    [0, 4],
    [4, 4],
  ]);
  await api.devnet.mine({ blocks: 20 });
  expect(await follow()).toEqual(await served());
});

it('follows a reorganization, also one during the run, and a devnet that goes back', async () => {
  const { id: start } = await api.devnet.snapshot();
  await api.devnet.mine({ blocks: 3 });
  let reads = 0;
  const { follow } = await open(async (path, honest) => {
    if (path.endsWith('/raw') && (reads += 1) === 3) await api.devnet.reorganize({ depth: 2, keep: 'none' });
    return honest();
  });
  await follow();
  expect(await follow()).toEqual(await served());
  await api.devnet.reorganize({ depth: 3, keep: 'none' });
  expect(await follow()).toEqual(await served());
  await api.devnet.revert({ id: start });
  expect(await follow()).toEqual({ ...(await served()), height: 3 });
  await api.devnet.revert({ id: beginning });
  expect(await follow()).toEqual({ ...(await served()), height: 0 });
});

it('comes to an end, although the server has a block more each time', async () => {
  const { follow } = await open(async (path, honest) => {
    if (path === '/status') await api.devnet.mine();
    return honest();
  });
  expect(await follow()).toEqual(await served());
});

it('keeps its blocks while the server is behind', async () => {
  let behind = 0;
  const asked: string[] = [];
  const { follow } = await open(async (path, honest) => {
    asked.push(path);
    const answer = await honest();
    if (path !== '/status' || behind === 0) return answer;
    const { height, ...status } = (await answer.json()) as { height: number };
    const { block } = await api.explorer.getBlock({ height_or_hash: `${height - behind}` });
    return Response.json({ ...status, height: block.height, tip_id: block.id });
  });
  await follow();
  behind = 2;
  expect(await follow()).toMatchObject({ height: 1 });
  [behind, asked.length] = [0, 0];
  expect(await follow()).toEqual(await served());
  expect(asked.filter((path) => path.endsWith('/raw'))).toEqual([]);
});

it('of a public network the branch with the most work counts, and the blocks of the other are kept', async () => {
  const [[ours], branch] = [await mined([[0, 2_281_414]]), await mined(BRANCH)];
  let blocks = [ours!];
  const { follow } = await open((...asked) => ofTestnet(blocks)(...asked));
  const first = await follow();
  expect(first).toEqual({ height: 1, id: blockId(ours!) });
  blocks = branch.slice(0, 1);
  expect(await problemIn(follow())).toEqual({ code: 'other_branch' });
  blocks = [ours!];
  expect(await follow()).toEqual(first);
  blocks = branch;
  expect(await follow()).toEqual({ height: 2, id: blockId(branch[1]!) });
});

it('goes on where it was, with the blocks that its place has kept', async () => {
  const home = newHome();
  await (await open(HONEST, async () => placeOf(home))).follow();
  await api.devnet.mine({ blocks: 2 });
  const log = await home.openLog(getNetwork('devnet'));
  const asked: string[] = [];
  const { follow } = await open(
    (path, honest) => {
      asked.push(path);
      return honest();
    },
    async () => placeOf({ ...newHome(), openLog: async () => log }),
  );
  expect(await follow()).toEqual(await served());
  expect(asked.filter((path) => path.endsWith('/raw'))).toEqual(['/blocks/4/raw', '/blocks/5/raw']);
});

it('begins anew where the stored blocks are damaged', async () => {
  const home = newHome();
  await (await open(HONEST, async () => placeOf(home))).follow();
  const log = await home.openLog(getNetwork('devnet'));
  log.readSync({ file: 0, offset: 0 }, 1)[0]! ^= 1;
  let isRemoved = false;
  const { follow } = await open(HONEST, async () => ({
    home: isRemoved ? newHome() : { ...newHome(), openLog: async () => log },
    remove: async () => void (isRemoved = true),
  }));
  expect(await follow()).toEqual(await served());
  expect(isRemoved).toBe(true);
});

it('removes stored blocks once at most, where they stay damaged', async () => {
  const home = newHome();
  await (await open(HONEST, async () => placeOf(home))).follow();
  const log = await home.openLog(getNetwork('devnet'));
  log.readSync({ file: 0, offset: 0 }, 1)[0]! ^= 1;
  let removals = 0;
  const { follow } = await open(HONEST, async () => ({
    home: { ...newHome(), openLog: async () => log },
    remove: async () => expect((removals += 1)).toBe(1),
  }));
  await expect(follow()).rejects.toThrow(BlockFileError);
});

it('says that another tab has the blocks, and goes on once it is closed', async () => {
  let isElsewhere = true;
  const { follow } = await open(HONEST, async () => {
    if (isElsewhere) throw new ProofError('elsewhere');
    return placeOf(newHome());
  });
  expect(await problemIn(follow())).toEqual({ code: 'elsewhere' });
  isElsewhere = false;
  expect(await follow()).toEqual(await served());
});

it.each([
  ['full', 'QuotaExceededError'],
  ['unwritable', 'InvalidStateError'],
])('keeps what could be written where the rest is %s, and goes on once it can', async (code, name) => {
  const home = newHome();
  const log = await home.openLog(getNetwork('devnet'));
  let room = 0;
  const append = log.append.bind(log);
  log.append = async (bodies) => {
    if (room < 1) throw new StorageWriteError('blocks', new DOMException('', name));
    room -= 1;
    return append(bodies);
  };
  const remove = () => Promise.reject(new Error('removed'));
  const { follow, found } = await open(HONEST, async () => ({ home, remove }));
  expect(await problemIn(follow())).toEqual({ code });
  room = 9;
  await follow();
  await api.devnet.mine();
  room = 0;
  expect(await problemIn(follow())).toEqual({ code });
  expect(found().tip?.height).toBe(3);
  room = 1;
  expect(await follow()).toEqual(await served());
});

it.each([
  ['a changed signature', 'invalid_chain', (raw: Uint8Array) => raw.fill(1, raw.length - 60), /Merkle/],
  ['another header', 'other_block', (raw: Uint8Array) => raw.fill(1, 20, 24), /^block 4 is \w+, not \w+$/],
  ['half of its bytes', 'invalid_chain', (raw: Uint8Array) => raw.subarray(0, raw.length / 2), /bytes/],
  ['nothing', 'invalid_chain', () => new Uint8Array(), /bytes/],
])('names a block with %s, and keeps what is valid', async (_, code, lie, rule) => {
  await api.devnet.fund({ address: DEVELOPMENT_ADDRESSES[1], amount: '500' });
  let isLying = true;
  const { follow, found } = await open(async (path, honest) => {
    const answer = await honest();
    if (!isLying || path !== '/blocks/4/raw') return answer;
    return withBytes(lie(await bytesOf(answer)));
  });
  expect(await problemIn(follow())).toEqual({ code, rule: expect.stringMatching(rule) });
  expect(found()).toMatchObject({ tip: { height: 3 }, wrong: undefined });
  isLying = false;
  expect(await follow()).toEqual(await served());
});

it('an invalid block with work stays wrong, and is given by its ID', async () => {
  const forged = forge(await api.explorer.getRawBlock({ height_or_hash: '3' }));
  const header = forged.subarray(0, HEADER_SIZE);
  const id = blockId(header);
  const { follow, found } = await open(async (path, honest) => {
    const answer = await honest();
    if (path === '/status') return Response.json({ ...((await answer.json()) as object), tip_id: id });
    if (path === '/headers')
      return withBytes(concatBytes((await bytesOf(answer)).subarray(0, -HEADER_SIZE), header));
    return path === '/blocks/3/raw' ? withBytes(forged) : answer;
  });
  const rule = expect.stringMatching(/coinbase|reward|subsidy/i);
  const problem = { code: 'invalid_chain', rule: expect.stringContaining(`block 3, ${id}: `) };
  // It says the same of it with each new tip.
  for (let tips = 0; tips < 2; tips += 1) {
    expect(await problemIn(follow())).toEqual(problem);
    expect(found()).toMatchObject({ tip: { height: 2 }, wrong: { height: 3, id, network: 'devnet', rule } });
  }
});

it('repeats what the server refuses for a moment, and stops when it is gone for longer', async () => {
  let failures = 3;
  let isGone = false;
  const { follow, found } = await open((path, honest) => {
    if (isGone && path !== '/status') return Promise.reject(new TypeError('fetch failed'));
    if (path === '/blocks/2/raw' && failures > 0) {
      failures -= 1;
      return Promise.resolve(Response.json({ error: 'node_busy' }, { status: 503 }));
    }
    return honest();
  });
  expect(await follow()).toEqual(await served());
  isGone = true;
  await api.devnet.mine();
  expect(await problemIn(follow())).toEqual({ code: 'unreachable' });
  expect(found().tip?.height).toBe(3);
});

it('is a page’s proof of the chain, which tells how far it is and follows each tip', async () => {
  const posted: ProofState[] = [];
  const session = new Session((state) => posted.push(structuredClone(state)), {
    fetch: api.fetch,
    after: () => undefined,
    recompute: recomputer(async () => placeOf(newHome())),
  });
  const settings = { baseUrl: 'http://explorer', witnesses: [] };
  const subject = { kind: 'recompute' } as const;
  await session.handle({ kind: 'prove', key: '', subject, settings, isWhole: true, recomputed: {} });
  const counted = posted.flatMap(({ checks }) => checks.find(({ id }) => id === 'blocks')?.count ?? []);
  expect([counted[0], counted.at(-1)]).toEqual([0, 3]);
  const expectServed = async (): Promise<void> =>
    expect(posted.at(-1)).toMatchObject({
      verdict: 'passed',
      value: await served(),
      chain: { recomputed: await served() },
    });
  await expectServed();
  await api.devnet.mine();
  // The second comes while it recomputes, with what was stored before, and has no block to follow.
  const tip = { kind: 'tip', recomputed: {} } as const;
  await Promise.all([session.handle(tip), session.handle(tip)]);
  await expectServed();
});

it.each([
  ['recomputes that one when it is asked again', undefined, ['passed']],
  ['says so each time in a build for the first', 'devnet', ['failed', 'other_network']],
] as const)('where the server serves another network meanwhile, %s', async (_, network, expected) => {
  let answer = HONEST;
  const posted: ProofState[] = [];
  const session = new Session((state) => posted.push(structuredClone(state)), {
    fetch: asking((...asked) => answer(...asked)),
    now: () => TESTNET.genesisTime + 600,
    after: () => undefined,
    recompute: recomputer(async () => placeOf(newHome())),
  });
  const settings = { baseUrl: 'http://explorer', network, witnesses: [] };
  const subject = { kind: 'recompute' } as const;
  const ask = async (key: string) => {
    await session.handle({ kind: 'prove', key, subject, settings, isWhole: true, recomputed: {} });
    const { verdict, checks } = posted.at(-1)!;
    return [verdict, ...checks.flatMap(({ reasons }) => reasons.map(({ code }) => code))];
  };
  expect(await ask('first')).toEqual(['passed']);
  answer = ofTestnet(await mined([[0, 2_281_414]]));
  await session.handle({ kind: 'tip', recomputed: {} });
  expect(posted.at(-1)!.verdict).toBe('failed');
  for (const key of ['again', 'once more']) expect(await ask(key)).toEqual(expected);
});

it.each([
  ['stands above what a browser that has lost its blocks recomputes anew', false, 3],
  ['gives way once the server’s chain has left it', true, 1],
])('what was recomputed before %s', async (_, isReplaced, height) => {
  const tip = await served();
  if (isReplaced) await api.devnet.reorganize({ depth: 2 });
  const posted: ProofState[] = [];
  const answer: typeof fetch = (input, init) =>
    String(input instanceof Request ? input.url : input).endsWith('/blocks/2/raw')
      ? Promise.reject(new TypeError('fetch failed'))
      : api.fetch(input, init);
  const session = new Session((state) => posted.push(structuredClone(state)), {
    fetch: answer,
    after: () => undefined,
    recompute: recomputer(async () => placeOf(newHome())),
  });
  const settings = { baseUrl: 'http://explorer', witnesses: [] };
  const subject = { kind: 'recompute' } as const;
  await session.handle({ kind: 'prove', key: '', subject, settings, isWhole: true, recomputed: { tip } });
  expect(posted.at(-1)).toMatchObject({ verdict: 'skipped', chain: { recomputed: { height } } });
});
