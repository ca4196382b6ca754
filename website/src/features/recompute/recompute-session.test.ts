import { setImmediate } from 'node:timers/promises';
import type { Home } from '@cairn/chain';
import { memoryHome } from '@cairn/chain/memory';
import { StorageWriteError } from '@cairn/chain/storage';
import { getNetwork } from '@cairn/protocol';
import { createChain, type TestChain } from '@cairn/testkit';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { RecomputeError } from './recomputation.ts';
import { type RecomputePlace, RecomputeSession, type RecomputeSurroundings } from './recompute-session.ts';
import type { RecomputeState } from './recompute.ts';

const BEGIN = { kind: 'begin', baseUrl: 'http://explorer', network: undefined } as const;

let api: TestChain;
let states: RecomputeState[];
/** What the browser keeps, and how often it removed that. */
let kept: Home | undefined;
let removals: number;
beforeEach(async () => {
  api = await createChain();
  await api.devnet.mine({ blocks: 3 });
  [states, kept, removals] = [[], undefined, 0];
});
afterEach(() => api.close());

const newHome = (): Home =>
  memoryHome(
    {
      now: Date.now,
      sleep: () => setImmediate(),
      turn: () => setImmediate(),
      random: (size) => new Uint8Array(size),
    },
    { onlyValidates: true },
  );

function open(openPlace?: () => Promise<RecomputePlace>): RecomputeSession {
  const removePlaces = async (): Promise<void> => {
    kept = undefined;
    removals += 1;
  };
  const around: RecomputeSurroundings = {
    fetch: api.fetch,
    openPlace:
      openPlace ?? (async () => ({ home: (kept ??= newHome()), isKept: true, remove: removePlaces })),
    removePlaces,
  };
  return new RecomputeSession((state) => states.push(state), around);
}

const last = () => states.at(-1);

it('begins when it is told to, follows each tip, and goes on in the next session', async () => {
  const session = open();
  await session.handle({ kind: 'tip' });
  expect(states).toEqual([]);
  await session.handle(BEGIN);
  expect(states.map(({ kind }) => kind)).toEqual([
    'opening',
    'running',
    'running',
    'running',
    'running',
    'done',
  ]);
  states.length = 0;
  await api.devnet.mine();
  await session.handle({ kind: 'tip' });
  expect(states).toMatchObject([{ kind: 'done', tip: { height: 4 }, isKept: true }]);
});

it('removes what is kept, and begins anew', async () => {
  const session = open();
  await session.handle(BEGIN);
  await session.handle({ kind: 'forget' });
  expect([last(), kept, removals]).toEqual([{ kind: 'idle', isKept: false }, undefined, 1]);
  await session.handle(BEGIN);
  expect(last()).toMatchObject({ kind: 'done', tip: { height: 3 } });
});

it('says that another tab has the blocks, and goes on once it is closed', async () => {
  let isElsewhere = true;
  const session = open(async () => {
    if (isElsewhere) throw new RecomputeError({ code: 'elsewhere' });
    return { home: newHome(), isKept: true, remove: async () => undefined };
  });
  await session.handle(BEGIN);
  expect(last()).toMatchObject({ kind: 'stopped', problem: { code: 'elsewhere' } });
  isElsewhere = false;
  await session.handle(BEGIN);
  expect(last()).toMatchObject({ kind: 'done' });
});

it.each([
  ['full', 'QuotaExceededError'],
  ['unwritable', 'InvalidStateError'],
])('keeps what could be written where the rest is %s, and goes on once it can', async (code, name) => {
  const home = newHome();
  const log = await home.openLog(getNetwork('devnet'));
  let room = 9;
  const append = log.append.bind(log);
  log.append = async (bodies) => {
    if (room < 1) throw new StorageWriteError('blocks', new DOMException('', name));
    room -= 1;
    return append(bodies);
  };
  const session = open(async () => ({ home, isKept: true, remove: async () => undefined }));
  await session.handle(BEGIN);
  await api.devnet.mine();
  room = 0;
  await session.handle({ kind: 'tip' });
  expect(last()).toMatchObject({ kind: 'stopped', problem: { code }, tip: { height: 3 } });
  room = 1;
  await session.handle({ kind: 'tip' });
  await session.handle(BEGIN);
  expect(last()).toMatchObject({ kind: 'done', tip: { height: 4 } });
});

it('begins anew where the stored blocks are damaged', async () => {
  await open().handle(BEGIN);
  const log = await kept!.openLog(getNetwork('devnet'));
  log.readSync({ file: 0, offset: 0 }, 1)[0]! ^= 1;
  // As in another tab, which has the file alone.
  const home = newHome();
  kept = { ...home, openLog: async () => log };
  await open().handle(BEGIN);
  expect([last(), removals]).toMatchObject([{ kind: 'done', tip: { height: 3 } }, 1]);
});
