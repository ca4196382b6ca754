import { blockWork, decodeBlockHeader, forkOf, genesisHeader, getNetwork } from '@cairn/protocol';
import { describe, expect, it } from 'vitest';
import { checkpointOf } from '../../../build/make-checkpoint.ts';
import { createExplorerClient } from '@cairn/api/explorer';
import {
  GENESIS,
  headerServer,
  type HeaderServer,
  idOf,
  mined,
  timeAt,
} from '../../../test/header-server.ts';
import { isPublic } from '../../site/figures.ts';
import { readHeader } from './decode.ts';
import { ProofError } from './proof-error.ts';
import { Walk, type WalkOptions } from './walk.ts';

const headers = mined(GENESIS, 4_600);
const WORK = blockWork(0x207fffff);
const [HOUR, SPACING] = [3_600, 60];
const now = () => timeAt(headers.length - 1);

const clientOf = ({ url, fetch }: HeaderServer) => createExplorerClient({ baseUrl: url, fetch });
const open = (server = headerServer(headers), options: WalkOptions = {}) =>
  Walk.open(clientOf(server), {
    now,
    checkpoints: {},
    ...options,
  });

describe('a walk', () => {
  it('goes from the genesis block to the tip, with progress, and knows every header and the work on it', async () => {
    const server = headerServer(headers);
    const progress: number[] = [];
    const walk = await open(server, { onProgress: (done, total) => progress.push(done / total) });
    expect(server.asked.slice(1)).toEqual([
      '/headers?from=1&count=2000',
      '/headers?from=2001&count=2000',
      '/headers?from=4001&count=599',
    ]);
    expect(progress).toEqual([2_000 / 4_599, 4_000 / 4_599, 1]);
    expect([walk.anchor, walk.from, walk.tip.id]).toEqual(['genesis', 0, idOf(headers)]);
    for (const height of [0, 1, 3_200, 4_599]) {
      expect(walk.at(height)).toEqual({
        bytes: headers[height],
        header: decodeBlockHeader(headers[height]!),
        id: idOf(headers, height),
      });
      expect(walk.workFrom(height)).toBe(WORK * BigInt(4_600 - height));
    }
    expect(walk.at(4_600)).toBeUndefined();
  });

  it('ends at the first header that breaks a rule', async () => {
    for (const wrong of [1, 2_000, 2_001, 4_599]) {
      const altered = headers.with(wrong, headers[wrong]!.with(113, 0xfe));
      const server = headerServer(altered);
      const error = await open(server).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(ProofError);
      expect(error).toMatchObject({ code: 'invalid_chain' });
      expect(server.asked.length).toBeLessThanOrEqual(4);
    }
  });

  it('is of the network that the build asks for', async () => {
    await expect(open(undefined, { network: 'testnet' })).rejects.toMatchObject({ code: 'other_network' });
    expect((await open(undefined, { network: 'devnet' })).network.name).toBe('devnet');
  });

  it('is none of a server that has no block yet, or none any more, and that is no lie', async () => {
    const status = {};
    const server = headerServer(headers, undefined, status);
    const walk = await open(server);
    Object.assign(status, { height: -1, tip_id: undefined });
    for (const asked of [open(server), walk.extend()])
      await expect(asked).rejects.toMatchObject({ code: 'refused', message: '' });
    expect(walk.tip.id).toBe(idOf(headers));
  });

  it('of a public network has no block more than two hours ahead of this browser’s clock', async () => {
    const server = headerServer([genesisHeader(getNetwork('testnet')), headers[1]!], undefined, {
      network: 'testnet',
    });
    const openBefore = (seconds: number) => open(server, { now: () => timeAt(1) - seconds });
    await expect(openBefore(2 * HOUR + 1)).rejects.toMatchObject({ code: 'clock_ahead' });
    await expect(openBefore(2 * HOUR)).rejects.toMatchObject({ code: 'invalid_chain' });
  });

  it('of a fork is no public chain, and none that the build asks for', async () => {
    const fork = forkOf(getNetwork('testnet'), 0);
    const own = mined([genesisHeader(fork)], 5, 'ab', fork);
    const serve = (height: number) =>
      headerServer(own, undefined, {
        network: 'testnet',
        devnet: { clock_offset_seconds: 0, rewinds: 0, fork_height: height },
      });
    const walk = await open(serve(0));
    expect([walk.tip.id, isPublic(walk.network)]).toEqual([idOf(own), false]);
    await expect(open(serve(0), { network: 'testnet' })).rejects.toMatchObject({ code: 'other_network' });
    await expect(open(serve(1))).rejects.toMatchObject({ code: 'invalid_chain' });
    await expect(walk.asSeenBy(clientOf(serve(1)), 1)).rejects.toMatchObject({ code: 'other_network' });
  });

  it('hashes new blocks alone', async () => {
    const server = headerServer(headers.slice(0, 4_100));
    const walk = await open(server);
    expect(await walk.extend()).toBe(false);
    server.asked.length = 0;
    server.headers = headers.slice(0, 4_103);
    expect(await walk.extend(3)).toBe(true);
    expect(server.asked).toEqual(['/status', '/headers?from=4100&count=3']);
    expect([walk.tip.id, walk.workFrom(4_099)]).toEqual([idOf(headers, 4_102), WORK * 4n]);
  });

  it.each([
    ['longer', 4_603],
    ['as long', 4_600],
    ['shorter', 4_200],
  ])('follows a reorganization to a branch that is %s', async (_, length) => {
    const server = headerServer(headers);
    const walk = await open(server);
    server.headers = mined(headers.slice(0, 4_100), length, 'cd');
    expect(await walk.extend()).toBe(true);
    expect([walk.tip.id, walk.work]).toEqual([idOf(server.headers), WORK * BigInt(length)]);
    expect([4_099, 4_100].map((height) => walk.at(height)?.id)).toEqual([
      idOf(headers, 4_099),
      idOf(server.headers, 4_100),
    ]);
  });

  it('follows a server that reorganizes between two of its answers', async () => {
    const branch = mined(headers.slice(0, 3_000), 4_700, 'cd');
    let answers = 0;
    const server = headerServer(headers, () => {
      answers += 1;
      if (answers === 4) server.headers = branch;
    });
    expect((await open(server)).at(4_599)?.id).toBe(idOf(branch, 4_599));
  });

  it('refuses a server whose blocks never follow', async () => {
    const server = headerServer([...headers.slice(0, 10), ...headers.slice(9, 20)]);
    await expect(open(server)).rejects.toMatchObject({
      code: 'invalid_chain',
      message: expect.stringMatching(/^block 10:/) as string,
    });
  });

  it('of a longer chain begins at a checkpoint of the build, whose work and rate count', async () => {
    const whole = await open();
    const server = headerServer(headers);
    const walk = await open(server, { most: 1_000, checkpoints: { devnet: checkpointOf(whole) } });
    expect(server.asked).toEqual(['/status', '/headers?from=4480&count=120']);
    expect([walk.anchor, walk.from, walk.work]).toEqual(['checkpoint', 4_479, WORK * 4_600n]);
    expect(walk.chainAt(4_599).checkpoint).toEqual(whole.chainAt(4_599).checkpoint);
    // Rounded: two hashes every three seconds.
    expect(walk.minutesOf(60n)).toBe(1);
    const atIt = headerServer(headers.slice(0, 4_480));
    const shortest = await open(atIt, { most: 1_000, checkpoints: { devnet: checkpointOf(whole) } });
    expect([shortest.anchor, shortest.from]).toEqual(['checkpoint', 4_479]);
    // Below its first header it cannot follow the server.
    server.headers = headers.slice(0, 4_400);
    await expect(walk.extend()).rejects.toMatchObject({ code: 'checkpoint' });
  });

  it('of the whole chain begins at the genesis block', async () => {
    const checkpoints = { devnet: checkpointOf(await open()) };
    const walk = await open(undefined, { checkpoints, most: Number.POSITIVE_INFINITY });
    expect([walk.anchor, walk.from, walk.minutesOf(60n)]).toEqual(['genesis', 0, 1]);
  });

  it('refuses a chain without the checkpoint', async () => {
    const server = headerServer(mined(headers.slice(0, 3_000), 4_600, 'cd'));
    const checkpoints = { devnet: checkpointOf(await open()) };
    await expect(open(server, { checkpoints })).rejects.toMatchObject({ code: 'checkpoint' });
    const whole = open(server, { checkpoints, most: Number.POSITIVE_INFINITY });
    await expect(whole).rejects.toMatchObject({ code: 'checkpoint' });
    const short = open(headerServer(headers.slice(0, 4_479)), { checkpoints });
    await expect(short).rejects.toMatchObject({ code: 'checkpoint' });
  });

  it('is in part without one', async () => {
    const walk = await open(undefined, { most: 1_000 });
    expect([walk.anchor, walk.from, walk.tip.id]).toEqual([undefined, 3_599, idOf(headers)]);
  });

  it('is linked to blocks below its first by hashes alone', async () => {
    const server = headerServer(headers);
    const walk = await open(server, { checkpoints: { devnet: checkpointOf(await open()) } });
    const placed = (height: number) => walk.place(readHeader(headers[height]!));
    expect(await placed(1_200)).toEqual({ height: 1_200, id: idOf(headers, 1_200) });
    const other = readHeader(mined(headers.slice(0, 1_200), 1_201, 'cd').at(-1)!);
    await expect(walk.place(other)).rejects.toMatchObject({ code: 'invalid_block' });
    server.headers = headers.with(3_000, headers[3_000]!.with(117, 1));
    await expect(placed(1_200)).rejects.toMatchObject({
      code: 'invalid_chain',
      message: expect.stringMatching(/^block 3000 /) as string,
    });
    expect(await placed(3_001)).toMatchObject({ height: 3_001 });
    server.headers = [];
    await expect(walk.fetch(1_200)).rejects.toMatchObject({ code: 'gone' });
  });

  it('tells how old its tip is', async () => {
    let time = now();
    const walk = await open(undefined, { now: () => time });
    const left = [0, 10 * SPACING, 10 * SPACING + 1, -2 * HOUR].map((age) => {
      time = now() + age;
      return walk.freshFor;
    });
    expect(left).toEqual([600, 0, -1, 7_800]);
  });
});
