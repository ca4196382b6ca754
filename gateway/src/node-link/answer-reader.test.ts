import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AnswerReader, type NodeAnswer } from './answer-reader.ts';
import { ExchangeError } from './exchange-error.ts';

const TYPE = 'Content-Type: application/json';

function answer(lines: readonly string[], body: string): Buffer {
  return Buffer.from([...lines, '', body].join('\r\n'), 'latin1');
}

function read(bytes: Buffer, maximum = 1_000): NodeAnswer | undefined {
  return new AnswerReader(maximum).take(bytes);
}

describe('the reader of an answer', () => {
  it('gives status and body, however the bytes are cut', () => {
    const bytes = answer(['HTTP/1.1 202 Accepted', TYPE, 'X: y', 'Content-Length: 7'], '{"a":1}');
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: 1, max: bytes.length - 1 })), (cuts) => {
        const reader = new AnswerReader(1_000);
        const ends = [...cuts.toSorted((a, b) => a - b), bytes.length];
        const answers = ends.map((end, at) => reader.take(bytes.subarray(ends[at - 1] ?? 0, end)));
        expect(answers.slice(0, -1).every((early) => early === undefined)).toBe(true);
        const { status, body } = answers.at(-1)!;
        expect([status, Buffer.from(body).toString()]).toEqual([202, '{"a":1}']);
      }),
    );
  });

  it.each<[string, readonly string[], string]>([
    ['no status', ['HTTP/1.1', TYPE, 'Content-Length: 2'], '{}'],
    ['a status of four digits', ['HTTP/1.1 2000 OK', TYPE, 'Content-Length: 2'], '{}'],
    ['another version', ['HTTP/2 200 OK', TYPE, 'Content-Length: 2'], '{}'],
    ['a bare line feed in its first line', ['HTTP/1.1 200 OK\nX: y', TYPE, 'Content-Length: 2'], '{}'],
    ['a folded header', ['HTTP/1.1 200 OK', TYPE, ' folded', 'Content-Length: 2'], '{}'],
    ['a space before a colon', ['HTTP/1.1 200 OK', TYPE, 'Content-Length : 2'], '{}'],
    ['a header without a name', ['HTTP/1.1 200 OK', TYPE, ': x', 'Content-Length: 2'], '{}'],
    ['two lengths', ['HTTP/1.1 200 OK', TYPE, 'Content-Length: 2', 'content-length: 2'], '{}'],
    ['a list of lengths', ['HTTP/1.1 200 OK', TYPE, 'Content-Length: 2, 2'], '{}'],
    ['a signed length', ['HTTP/1.1 200 OK', TYPE, 'Content-Length: +2'], '{}'],
    [
      'a length and chunks',
      ['HTTP/1.1 200 OK', TYPE, 'Content-Length: 2', 'Transfer-Encoding: chunked'],
      '{}',
    ],
    ['a body beyond the bound', ['HTTP/1.1 200 OK', TYPE, 'Content-Length: 1001'], ''],
    ['bytes behind it', ['HTTP/1.1 200 OK', TYPE, 'Content-Length: 2'], '{}H'],
    ['a switch of protocols', ['HTTP/1.1 101 Switching Protocols', TYPE, 'Content-Length: 0'], ''],
    ['a redirect', ['HTTP/1.1 302 Found', TYPE, 'Content-Length: 2'], '{}'],
    ['HTML', ['HTTP/1.1 200 OK', 'Content-Type: text/html', 'Content-Length: 2'], '{}'],
  ])('refuses %s', (_, lines, body) => {
    expect(() => read(answer(lines, body))).toThrow(ExchangeError);
  });

  it('refuses a head beyond its bound, whole or not', () => {
    const long = `X: ${'x'.repeat(17_000)}`;
    expect(() => read(Buffer.from(`HTTP/1.1 200 OK\r\n${long}`))).toThrow('a head beyond the bound');
    expect(() => read(answer(['HTTP/1.1 200 OK', TYPE, long, 'Content-Length: 2'], '{}'))).toThrow(
      'a head beyond the bound',
    );
  });

  it('never throws anything else, whatever it is given', () => {
    const piece = fc.constantFrom(
      'HTTP/1.1 200 OK',
      '\r\n',
      '\n',
      TYPE,
      'Content-Length: 2',
      '{}',
      ':',
      '\0',
      'x',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(piece, fc.string({ unit: 'binary' })), { maxLength: 20 }), (pieces) => {
        try {
          read(Buffer.from(pieces.join('')));
        } catch (error) {
          expect(error).toBeInstanceOf(ExchangeError);
        }
      }),
    );
  });

  it('knows whether the node ends the connection', () => {
    for (const [connection, closes] of [
      ['close', true],
      ['keep-alive', false],
      ['Keep-Alive', false],
      ['upgrade', true],
    ] as const) {
      const reader = new AnswerReader(10);
      reader.take(answer(['HTTP/1.1 200 OK', TYPE, `Connection: ${connection}`, 'Content-Length: 2'], '{}'));
      expect(reader.closes).toBe(closes);
    }
  });
});
