import { expect, it } from 'vitest';
import { AnswerMemory } from './answer-memory.ts';
import { AnswerVersions } from './answer-version.ts';
import { DISABLED_INDEX, type ExplorerContext } from './context.ts';

const BODY = Buffer.from('x'.repeat(100));

function memoryOf(capacity?: number) {
  const chain = { tip: { height: 1, id: 'a' } };
  const context = { chain: { tip: () => chain.tip }, indexStatus: () => DISABLED_INDEX };
  const versions = new AnswerVersions(context as unknown as ExplorerContext);
  const moveTo = (id: string): void => void (chain.tip = { height: 1, id });
  return { moveTo, versions, memory: new AnswerMemory(versions, capacity) };
}

it('knows an answer until chain or index change', () => {
  const { memory, moveTo, versions } = memoryOf();
  const version = versions.newest();
  memory.keep('/a', version, BODY);
  expect(memory.find('/a', versions.newest())).toEqual(BODY);
  expect(memory.find('/b', version)).toBeUndefined();
  moveTo('b');
  expect(memory.find('/a', versions.newest())).toBeUndefined();
  moveTo('a');
  expect(memory.find('/a', versions.newest())).toBeUndefined();
});

it('takes no answer that was made before the change', () => {
  const { memory, moveTo, versions } = memoryOf();
  const version = versions.newest();
  moveTo('b');
  const next = versions.newest();
  memory.keep('/a', version, BODY);
  expect(memory.find('/a', next)).toBeUndefined();
});

it('keeps what it has when it is full', () => {
  const { memory, versions } = memoryOf(1_800);
  const version = versions.newest();
  for (const target of ['/a', '/b', '/c']) memory.keep(target, version, BODY);
  const known = ['/a', '/b', '/c'].map((target) => memory.find(target, version) !== undefined);
  expect(known).toEqual([true, true, false]);
});

it('starts anew when it is full of what nobody asks for any more', () => {
  const { memory, versions } = memoryOf(1_800);
  const version = versions.newest();
  for (const target of ['/a', '/b']) memory.keep(target, version, BODY);
  for (let round = 0; round < 5_000; round += 1) memory.keep('/c', version, BODY);
  expect([memory.find('/a', version), memory.find('/c', version)]).toEqual([undefined, BODY]);
});

it('stays where it helps, however much finds no room', () => {
  const { memory, versions } = memoryOf(1_800);
  const version = versions.newest();
  for (const target of ['/a', '/b']) memory.keep(target, version, BODY);
  for (let round = 0; round < 20_000; round += 1) {
    memory.keep('/c', version, BODY);
    if (round % 8 === 0) expect(memory.find('/a', version)).toBeDefined();
  }
  expect(memory.find('/b', version)).toBeDefined();
});

it('remembers nothing of a target that is longer than any honest one', () => {
  const { memory, versions } = memoryOf();
  const version = versions.newest();
  const target = `/a?x=${'1'.repeat(300)}`;
  for (let round = 0; round < 3; round += 1) memory.offer(target, version, BODY);
  expect(memory.find(target, version)).toBeUndefined();
});

it('holds no more memory than the answers themselves', () => {
  const { memory, versions } = memoryOf();
  const version = versions.newest();
  memory.keep('/a', version, Buffer.from(BODY));
  memory.keep('/b', version, 'text');
  expect(memory.find('/a', version)!.buffer.byteLength).toBe(BODY.length);
  expect(memory.find('/b', version)!.buffer.byteLength).toBe(4);
});

it('knows of nearly all of many targets that they were asked for', () => {
  const { memory, versions } = memoryOf();
  const version = versions.newest();
  const targets = Array.from({ length: 12_000 }, (_, index) => `/${index}`);
  for (const target of targets) memory.offer(target, version, BODY);
  for (const target of targets.slice(-8_000)) memory.offer(target, version, BODY);
  const known = targets.filter((target) => memory.find(target, version) !== undefined);
  expect(known.length).toBeGreaterThan(7_000);
});

it('takes what is offered once its target was asked for before', () => {
  const { memory, moveTo, versions } = memoryOf();
  const version = versions.newest();
  memory.offer('/a', version, BODY);
  expect(memory.find('/a', version)).toBeUndefined();
  memory.offer('/a', version, BODY.toString());
  expect(memory.find('/a', version)).toEqual(BODY);
  moveTo('b');
  memory.offer('/a', versions.newest(), BODY);
  expect(memory.find('/a', versions.newest())).toBeUndefined();
});
