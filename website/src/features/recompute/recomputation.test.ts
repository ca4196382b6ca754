import { setImmediate } from 'node:timers/promises';
import { memoryHome } from '@cairn/chain/memory';
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
  expect(await recomputation.follow()).toMatchObject(await served());
  await api.devnet.reorganize({ depth: 3, keep: 'none' });
  expect(await recomputation.follow()).toMatchObject(await served());
  await api.devnet.revert({ id: start });
  expect(await recomputation.follow()).toMatchObject({ height: 3, ...(await served()) });
  await api.devnet.revert({ id: beginning });
  expect(await recomputation.follow()).toMatchObject({ height: 0, ...(await served()) });
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
    ...(rule.source === 'Merkle' && { id: (await served()).id }),
  });
  expect(recomputation.tip.height).toBe(3);
  isLying = false;
  expect(await recomputation.follow()).toMatchObject(await served());
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
