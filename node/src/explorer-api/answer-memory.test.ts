import { expect, it } from 'vitest';
import { AnswerMemory } from './answer-memory.ts';
import { DISABLED_INDEX, type ExplorerContext } from './context.ts';

const BODY = Buffer.from('x'.repeat(100));

function memoryOf(capacity?: number) {
  const tip = { height: 1, id: 'a' };
  const context = { chain: { tip: () => tip }, indexStatus: () => DISABLED_INDEX };
  return { tip, memory: new AnswerMemory(context as unknown as ExplorerContext, capacity) };
}

it('knows an answer until chain or index change', () => {
  const { memory, tip } = memoryOf();
  const version = memory.version();
  memory.keep('/a', version, BODY);
  expect(memory.find('/a', memory.version())).toEqual(BODY);
  expect(memory.find('/b', version)).toBeUndefined();
  tip.id = 'b';
  expect(memory.find('/a', memory.version())).toBeUndefined();
  tip.id = 'a';
  expect(memory.find('/a', memory.version())).toBeUndefined();
});

it('takes no answer that was made before the change', () => {
  const { memory, tip } = memoryOf();
  const version = memory.version();
  tip.id = 'b';
  const next = memory.version();
  memory.keep('/a', version, BODY);
  expect(memory.find('/a', next)).toBeUndefined();
});

it('keeps what it has when it is full', () => {
  const { memory } = memoryOf(250);
  const version = memory.version();
  for (const target of ['/a', '/b', '/c']) memory.keep(target, version, BODY);
  const known = ['/a', '/b', '/c'].map((target) => memory.find(target, version) !== undefined);
  expect(known).toEqual([true, true, false]);
});

it('starts anew when it is full of what nobody asks for any more', () => {
  const { memory } = memoryOf(250);
  const version = memory.version();
  for (const target of ['/a', '/b']) memory.keep(target, version, BODY);
  for (let round = 0; round < 5_000; round += 1) memory.keep('/c', version, BODY);
  expect([memory.find('/a', version), memory.find('/c', version)]).toEqual([undefined, BODY]);
});

it('stays where it helps, however much finds no room', () => {
  const { memory } = memoryOf(250);
  const version = memory.version();
  for (const target of ['/a', '/b']) memory.keep(target, version, BODY);
  for (let round = 0; round < 20_000; round += 1) {
    memory.keep('/c', version, BODY);
    if (round % 8 === 0) expect(memory.find('/a', version)).toBeDefined();
  }
  expect(memory.find('/b', version)).toBeDefined();
});

it('remembers nothing of a target that is longer than any honest one', () => {
  const { memory } = memoryOf();
  const version = memory.version();
  const target = `/a?x=${'1'.repeat(300)}`;
  for (let round = 0; round < 3; round += 1) memory.offer(target, version, BODY);
  expect(memory.find(target, version)).toBeUndefined();
});

it('holds no more memory than the answers themselves', () => {
  const { memory } = memoryOf();
  const version = memory.version();
  memory.keep('/a', version, Buffer.from(BODY));
  memory.keep('/b', version, 'text');
  expect(memory.find('/a', version)!.buffer.byteLength).toBe(BODY.length);
  expect(memory.find('/b', version)!.buffer.byteLength).toBe(4);
});

it('knows of many targets that they were asked for', () => {
  const { memory } = memoryOf();
  const version = memory.version();
  const targets = Array.from({ length: 12_000 }, (_, index) => `/${index}`);
  for (const target of targets) memory.offer(target, version, BODY);
  for (const target of targets.slice(-8_000)) memory.offer(target, version, BODY);
  expect(memory.find('/11999', version)).toEqual(BODY);
  expect(memory.find('/4000', version)).toEqual(BODY);
});

it('takes what is offered once its target was asked for before', () => {
  const { memory, tip } = memoryOf();
  const version = memory.version();
  memory.offer('/a', version, BODY);
  expect(memory.find('/a', version)).toBeUndefined();
  memory.offer('/a', version, BODY.toString());
  expect(memory.find('/a', version)).toEqual(BODY);
  tip.id = 'b';
  memory.offer('/a', memory.version(), BODY);
  expect(memory.find('/a', memory.version())).toBeUndefined();
});
