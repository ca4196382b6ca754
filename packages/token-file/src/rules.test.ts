import type { BigIntStats } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  aRegularFile,
  BYTES_RULES,
  closedToGroupAndOthers,
  CONTENT_RULES,
  FILE_RULES,
  longEnough,
  noControlCharacters,
  notASymbolicLink,
  noWhitespace,
  oneLinkOnly,
  ownedByThisUser,
  PATH_RULES,
  sameFile,
  smallEnough,
  smallEnoughAsRead,
  validUtf8,
  type BytesRule,
  type ContentRule,
  type MetadataRule,
} from './rules.ts';

const USER = 1_000n;

/** Result of `stat` for a file that complies with every rule, with some changes. */
function statsOf(kind: 'file' | 'link' | 'fifo' = 'file', changes: Partial<BigIntStats> = {}): BigIntStats {
  const stats = { uid: USER, mode: 0o100600n, nlink: 1n, size: 65n, dev: 1n, ino: 2n, birthtimeNs: 3n };
  const kinds = { isFile: () => kind === 'file', isSymbolicLink: () => kind === 'link' };
  return { ...stats, ...kinds, ...changes } as BigIntStats;
}

const METADATA_CASES: readonly [name: string, rule: MetadataRule, broken: BigIntStats, code: string][] = [
  ['notASymbolicLink', notASymbolicLink, statsOf('link'), 'symbolic_link'],
  ['aRegularFile', aRegularFile, statsOf('fifo'), 'not_a_regular_file'],
  ['ownedByThisUser', ownedByThisUser, statsOf('file', { uid: 0n }), 'foreign_owner'],
  [
    'closedToGroupAndOthers',
    closedToGroupAndOthers,
    statsOf('file', { mode: 0o100601n }),
    'open_permissions',
  ],
  ['oneLinkOnly', oneLinkOnly, statsOf('file', { nlink: 2n }), 'several_links'],
  ['smallEnough', smallEnough, statsOf('file', { size: 4_097n }), 'too_large'],
];
const BYTES_CASES: readonly [name: string, rule: BytesRule, broken: Uint8Array, code: string][] = [
  ['smallEnoughAsRead', smallEnoughAsRead, Buffer.alloc(4_097, 'a'), 'too_large'],
  ['validUtf8', validUtf8, Buffer.alloc(40, 0x80), 'not_utf8'],
];
const CONTENT_CASES: readonly [name: string, rule: ContentRule, broken: string, code: string][] = [
  ['noWhitespace', noWhitespace, `${'a'.repeat(40)} `, 'inner_whitespace'],
  ['noControlCharacters', noControlCharacters, `${'a'.repeat(40)}\u007f`, 'control_character'],
  ['longEnough', longEnough, 'a'.repeat(31), 'too_short'],
];

describe('each rule', () => {
  it.each(METADATA_CASES)('%s refuses a file that breaks it, and no other', (_name, rule, broken, code) => {
    expect(rule(broken, USER)?.code).toBe(code);
    expect(rule(statsOf(), USER)).toBeUndefined();
  });

  it.each(BYTES_CASES)('%s', (_name, rule, broken, code) => {
    expect(rule(broken)?.code).toBe(code);
    expect(rule(Buffer.alloc(4_096, 'a'))).toBeUndefined();
  });

  it.each(CONTENT_CASES)('%s', (_name, rule, broken, code) => {
    expect(rule(broken)?.code).toBe(code);
    expect(rule('a'.repeat(32))).toBeUndefined();
  });

  it.each(['dev', 'ino', 'birthtimeNs'] as const)('sameFile compares %s', (name) => {
    expect(sameFile(statsOf(), statsOf())).toBeUndefined();
    expect(sameFile(statsOf(), statsOf('file', { [name]: 9n }))?.code).toBe('replaced_while_opening');
  });

  it('is applied § 5.2.3 every check', () => {
    expect(new Set([...PATH_RULES, ...FILE_RULES])).toEqual(new Set(METADATA_CASES.map(([, rule]) => rule)));
    expect(new Set(BYTES_RULES)).toEqual(new Set(BYTES_CASES.map(([, rule]) => rule)));
    expect(new Set(CONTENT_RULES)).toEqual(new Set(CONTENT_CASES.map(([, rule]) => rule)));
  });

  it('about users and modes does not apply without numeric users', () => {
    const foreign = statsOf('file', { uid: 7n, mode: 0o100666n });
    expect([ownedByThisUser(foreign, undefined), closedToGroupAndOthers(foreign, undefined)]).toEqual([
      undefined,
      undefined,
    ]);
  });
});
