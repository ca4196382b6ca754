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
  expect(memory.find('/a', memory.version())).toBe(BODY);
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

it('starts anew when it is full', () => {
  const { memory } = memoryOf(250);
  const version = memory.version();
  for (const target of ['/a', '/b']) memory.keep(target, version, BODY);
  expect(memory.find('/a', version)).toBe(BODY);
  memory.keep('/c', version, BODY);
  expect([memory.find('/a', version), memory.find('/c', version)]).toEqual([undefined, BODY]);
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
