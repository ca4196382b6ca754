import { expect, it } from 'vitest';
import { parseBlockId } from '@cairn/protocol';
import type { ExplorerContext } from '../context.ts';
import { findMissedEvents, readResumePoint } from './resume-point.ts';

const ID = 'ab'.repeat(32);

it.each<[string | undefined, number | undefined, number | undefined, string?]>([
  [undefined, undefined, undefined],
  [undefined, 7, 7],
  ['5', 7, 5],
  [`5-${ID}`, 7, 5, ID],
  [`5-${ID}0`, 7, 7],
  [`5-${ID.toUpperCase()}`, undefined, undefined],
  ['0', undefined, 0],
  ['0005', undefined, 5],
  ['4294967295', undefined, 4_294_967_295],
  ['4294967296', 7, 7],
  ['', 7, 7],
  ['-1', undefined, undefined],
  ['1.5', undefined, undefined],
  [' 5', undefined, undefined],
  ['5, 6', undefined, undefined],
  ['tip', undefined, undefined],
])('Last-Event-ID %j and last_event_id %j mean %j', (header, query, height, id) => {
  expect(readResumePoint(header, query)).toEqual(height === undefined ? undefined : { height, id });
});

type ReadChain = Pick<ExplorerContext['chain'], 'view' | 'reorganizationFrom'>;

/** A chain without the block that the client had. */
const chainAfter = (reorganizationFrom: ReadChain['reorganizationFrom'] = () => undefined): ReadChain => ({
  view: { tip: undefined, block: () => undefined },
  reorganizationFrom,
});

it.each<[number | undefined, number, number[]]>([
  [undefined, 9, []],
  [undefined, 0, []],
  [9, 9, []],
  [8, 9, [9]],
  [6, 9, [7, 8, 9]],
  [10, 9, [9]],
  [4_294_967_295, 9, [9]],
])('a client that has height %j misses at tip %i the heights %j', (height, tip, tips) => {
  const last = height === undefined ? undefined : { height, id: undefined };
  expect(findMissedEvents(last, chainAfter(), tip)).toEqual({ reorganization: undefined, tips });
});

it('only the newest hundred of many missed tips are sent', () => {
  const { tips } = findMissedEvents({ height: 0, id: undefined }, chainAfter(), 1_000_000);
  expect([tips.length, tips[0], tips.at(-1)]).toEqual([100, 999_901, 1_000_000]);
});

it('a client whose last block has left the chain misses the reorganization and the tips after the common block', () => {
  const last = { height: 9, id: parseBlockId(ID) };
  const reorganization = {
    oldTip: last,
    newTip: { height: 10, id: parseBlockId('cd'.repeat(32)) },
    commonHeight: 8,
    disconnected: [last.id],
    connected: [],
  };
  const chain = chainAfter((id) => (id === last.id ? reorganization : undefined));
  expect(findMissedEvents(last, chain, 10)).toEqual({ reorganization, tips: [9, 10] });
});

it('a client whose last block has left the chain in an unknown reorganization misses the tip', () => {
  const last = { height: 9, id: parseBlockId(ID) };
  expect(findMissedEvents(last, chainAfter(), 9)).toEqual({ reorganization: undefined, tips: [9] });
});
