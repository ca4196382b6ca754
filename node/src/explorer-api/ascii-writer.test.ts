import { expect, it } from 'vitest';
import { ascii, AsciiWriter } from './ascii-writer.ts';

const NUMBERS = [
  ...Array.from({ length: 11 }, (_, digits) => [10 ** digits - 1, 10 ** digits]).flat(),
  2 ** 31 - 1,
  2 ** 31,
  2 ** 32 - 1,
  Number.MAX_SAFE_INTEGER,
];

it('writes pieces, numbers and texts one after another, and begins anew after each whole', () => {
  const writer = new AsciiWriter(1_000);
  for (const number of NUMBERS) {
    expect(writer.addNumber(number).finish().toString()).toBe(String(number));
  }
  const big = 2n ** 64n - 1n;
  writer.add(ascii('long,')).addShort(ascii('short,')).addText('text,').addNumber(big);
  expect(writer.finish().toString()).toBe(`long,short,text,${big}`);
  expect(writer.finish()).toHaveLength(0);
});

it('puts bytes and their hex over what stands there', () => {
  const writer = new AsciiWriter(1_000);
  const all = Uint8Array.from({ length: 256 }, (_, byte) => byte);
  for (const shift of [0, 1]) {
    const start = writer.addText('-'.repeat(shift)).length;
    writer.addText('x'.repeat(512));
    writer.putHex(start, all, 0, 256);
    expect(writer.finish().toString()).toBe('-'.repeat(shift) + Buffer.from(all).toString('hex'));
  }
  writer.addText('abcdef').putBytes(1, ascii('xyz'), 1, 3);
  expect(writer.finish().toString()).toBe('ayzdef');
});

it('gives each whole memory of its own', () => {
  const writer = new AsciiWriter(10);
  const first = writer.addText('one').finish();
  writer.addText('two').finish();
  expect(first.toString()).toBe('one');
});

it('begins anew after a text that was never finished', () => {
  const writer = new AsciiWriter(10);
  writer.addText('half a');
  expect(writer.begin().addText('whole').finishText()).toBe('whole');
});

it('gives nothing of a text that there was no room for', () => {
  const writer = new AsciiWriter(10);
  expect(() => writer.addText('eleven bytes').finish()).toThrow(RangeError);
  expect(() => writer.addText('eleven bytes').finishText()).toThrow(RangeError);
  expect(writer.finish()).toHaveLength(0);
});
