import type { RpcTransaction } from '@cairn/api/rpc';
import { COINBASE_SENDER } from '@cairn/protocol';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ADDRESSES } from '../test-support.ts';
import type { HistoryPage } from '../history.ts';
import { exportHistory } from './export-history.ts';
import { balanceChange, CSV_COLUMNS, CSV_HEAD, csvField, csvLine } from './history-csv.ts';

const [me, bob] = ADDRESSES as [string, string];
const NAMES = { labels: {}, contacts: [] };

function tx(number: number, change: Partial<RpcTransaction> = {}): RpcTransaction {
  return {
    id: number.toString(16).padStart(64, '0'),
    chain: 3,
    nonce: number,
    fee: '1000',
    value: '9007199254740993',
    from_address: me,
    to_address: bob,
    status: 'confirmed',
    block_height: number,
    timestamp: 1_767_225_600,
    ...change,
  };
}

describe('a line of the export', () => {
  test('has exact amounts in both units, the time in UTC, contact and label § records CSV amounts', () => {
    const item = tx(7);
    const names = {
      labels: { [item.id]: 'rent, "May"' },
      contacts: [{ address: bob, name: 'Bob', note: '' }],
    };
    expect(csvLine(item, me, names)).toBe(
      `2026-01-01T00:00:00Z,confirmed,out,90071992.54740993,9007199254740993,0.00001,1000,` +
        `-9007199254741993,${me},${bob},Bob,"rent, ""May""",7,7,${item.id}\r\n`,
    );
  });

  test('a fee paid by another account is not counted, nor is a reward’s sender named by its placeholder', () => {
    const received = csvLine(tx(1, { from_address: bob, to_address: me }), me, NAMES).split(',');
    expect(received[CSV_COLUMNS.indexOf('fee_pebbles')]).toBe('0');
    const reward = csvLine(tx(1, { from_address: COINBASE_SENDER, to_address: me, fee: '0' }), me, NAMES);
    expect(reward).toContain(',reward,');
    expect(reward).toContain(',block reward,');
  });

  test('a pending one has neither time nor block', () => {
    const line = csvLine(tx(1, { status: 'pending', block_height: null, timestamp: null }), me, NAMES);
    expect(line).toMatch(/^,pending,out,/);
  });

  test('what one pays to oneself costs the fee alone', () => {
    expect(balanceChange(tx(1, { to_address: me }), me)).toBe(-1_000n);
  });
});

test.each([',', ';', '"', '\r', '\n'])('a text with %j is one field, for every reader', (separator) => {
  const text = `rent${separator}May`;
  expect(csvField(text)).toBe(`"${text.replace('"', '""')}"`);
});

describe('formulas', () => {
  test.each(['=1+1', '+49', '-A1', '@SUM(A1)', '\t=1', ' =1', '＝1', '\u0000=1', '-1+1', '\rx'])(
    '%j is made harmless',
    (text) => expect(csvField(text).replace(/^"/, '')).toMatch(/^'/),
  );
  test.each(['-5', '-12.5', '7', 'rent', '', 'a=b'])('%j stays as it is', (text) =>
    expect(csvField(text)).toBe(text),
  );
  test.each([';=1+1', 'rent;=HYPERLINK("x")', 'a; "@x', 'a\n-b', 'x\t+1'])(
    '%j: what another separator would make a field is harmless too',
    (text) => {
      const parts = csvField(text)
        .split(/[;\t\n]/)
        .map((part) => part.replaceAll(/[\s"]/g, ''));
      expect(parts.filter((part) => /^[=+\-@]/.test(part))).toEqual([]);
    },
  );
  test('no text that is no number ever starts like a formula § records CSV formulas', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const field = csvField(text);
        const inner = field.startsWith('"') ? field.slice(1) : field;
        expect(/^\s*[=+\-@]/.test(inner) && !/^-?\d+(?:\.\d+)?$/.test(inner)).toBe(false);
      }),
    );
  });
});

describe('the export', () => {
  /** Far more than the pages requested here: without an end, a test would use up the memory. */
  const TOO_OFTEN = 1_000;
  const pages: Record<string, HistoryPage> = {
    first: { transactions: [tx(9, { status: 'pending', block_height: null }), tx(8)], next_cursor: 'x/1' },
    'x/1': { transactions: [tx(8), tx(7)], next_cursor: 'x/2' },
    'x/2': { transactions: [tx(6)], next_cursor: null },
  };
  const start = (
    readPage: (cursor: string | undefined) => Promise<HistoryPage>,
    signal = new AbortController().signal,
  ) => exportHistory({ address: me, names: NAMES, readPage, signal });

  test('follows the node’s own cursors to the end, a piece a page, nothing twice § records CSV complete', async () => {
    const asked: (string | undefined)[] = [];
    const pieces = [];
    for await (const piece of start(async (cursor) => (asked.push(cursor), pages[cursor ?? 'first']!))) {
      pieces.push(piece);
    }
    expect(asked).toEqual([undefined, 'x/1', 'x/2']);
    expect(pieces.map(({ written }) => written)).toEqual([0, 2, 3, 4]);
    const text = pieces.map((piece) => piece.text).join('');
    expect(text.startsWith(CSV_HEAD)).toBe(true);
    expect(text.trimEnd().split('\r\n')).toHaveLength(5);
  });

  test('ends when it is cancelled', async () => {
    const controller = new AbortController();
    const run = start(async (cursor) => {
      if (cursor !== undefined) controller.abort(new Error('enough'));
      return pages[cursor ?? 'first']!;
    }, controller.signal);
    const pieces: number[] = [];
    const reading = (async () => {
      for await (const { written } of run) pieces.push(written);
    })();
    await expect(reading).rejects.toThrow('enough');
    // Nor is the page written that came after the word.
    expect(pieces).toEqual([0, 2]);
  });

  test('ends when a cursor repeats', async () => {
    const stuck: HistoryPage = { transactions: [tx(1)], next_cursor: 'same' };
    let asked = 0;
    const run = start(async () => {
      if (++asked > TOO_OFTEN) throw new Error('asked on and on');
      return stuck;
    });
    await expect(Array.fromAsync(run)).rejects.toThrow('in a circle');
  });

  test.each([2, 3, 7, 50])(
    'does not go round when cursors lead in a circle of %i § records cursor circle',
    async (length) => {
      let asked = 0;
      const run = start(async () => {
        if (++asked > TOO_OFTEN) throw new Error('asked on and on');
        return { transactions: [tx(asked)], next_cursor: `c${asked % length}` };
      });
      await expect(Array.fromAsync(run)).rejects.toThrow('in a circle');
      expect(asked).toBeLessThan(4 * length + 4);
    },
  );

  test('gives up with what a page was refused with', async () => {
    const run = start(async () => Promise.reject(new Error('invalid_cursor')));
    await expect(Array.fromAsync(run)).rejects.toThrow('invalid_cursor');
  });
});
