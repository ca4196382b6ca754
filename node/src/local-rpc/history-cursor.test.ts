import { createHmac, hkdfSync } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createHistoryCursors } from './history-cursor.ts';

const ALICE = 'dQJ2gPUB1UvnVRSbVDiFpXm9mPWJ4pVwCo';
const BOB = 'dKFuZYoahGzHqj1vvJ1bMmEVZzYzmSdV4c';
const cursors = createHistoryCursors('token-a'.repeat(5));
const BASE64URL = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const u32 = fc.integer({ min: 0, max: 0xffff_ffff });
const location = fc.record({ height: u32, index: u32 }, { noNullPrototype: true });

describe('a history cursor', () => {
  it('decodes to the location it was made from', () => {
    fc.assert(
      fc.property(location, (place) => {
        expect(cursors.decode(ALICE, cursors.encode(ALICE, place))).toEqual(place);
      }),
    );
  });

  it('needs no escaping in a query', () => {
    fc.assert(
      fc.property(location, (place) => {
        expect(cursors.encode(ALICE, place)).toMatch(/^[A-Za-z0-9_-]{34}$/);
      }),
    );
  });

  it('is invalid for another address or with another token § 4.2 cursor bound', () => {
    const cursor = cursors.encode(ALICE, { height: 7, index: 1 });
    expect(cursors.decode(BOB, cursor)).toBeUndefined();
    expect(createHistoryCursors('token-b'.repeat(5)).decode(ALICE, cursor)).toBeUndefined();
  });

  it('of another version is invalid, authenticated or not § 4.2 cursor version', () => {
    const key = new Uint8Array(hkdfSync('sha256', 'token-a'.repeat(5), '', 'cairn rpc history cursor', 32));
    const cursorOf = (version: number): string => {
      const payload = Buffer.from([version, 0, 0, 0, 7, 0, 0, 0, 1]);
      const mac = createHmac('sha256', key).update(payload).update(ALICE).digest();
      return Buffer.concat([payload, mac.subarray(0, 16)]).toString('base64url');
    };
    expect(cursors.decode(ALICE, cursorOf(1))).toEqual({ height: 7, index: 1 });
    for (const version of [0, 2, 255]) expect(cursors.decode(ALICE, cursorOf(version))).toBeUndefined();
  });

  it('is invalid if a single character is changed § 4.2 cursor authenticated', () => {
    const cursor = cursors.encode(ALICE, { height: 1_000_000, index: 39_381 });
    const changes = Array.from(cursor).flatMap((_, position) =>
      Array.from(BASE64URL).map(
        (character) => cursor.slice(0, position) + character + cursor.slice(position + 1),
      ),
    );
    const accepted = changes.filter((changed) => cursors.decode(ALICE, changed) !== undefined);
    expect(new Set(accepted)).toEqual(new Set([cursor]));
  });

  it('cannot be made up § 4.2 cursor opaque', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(cursors.decode(ALICE, text)).toBeUndefined();
      }),
    );
    const cursor = cursors.encode(ALICE, { height: 1, index: 1 });
    for (const text of ['', 'latest', `${cursor}=`, ` ${cursor}`, `${cursor}A`, cursor.slice(1)]) {
      expect(cursors.decode(ALICE, text)).toBeUndefined();
    }
  });
});
