import { isUtf8 } from 'node:buffer';
import type { BigIntStats } from 'node:fs';
import type { TokenFileErrorCode } from './token-file-error.ts';

/** Maximum size of a token file in bytes, including its line ending. */
export const MAXIMUM_TOKEN_FILE_SIZE = 4096;

/** Minimum number of characters of a token. */
export const MINIMUM_TOKEN_LENGTH = 32;

/** A broken rule: its code and a message that never quotes the content. */
export interface Violation {
  readonly code: TokenFileErrorCode;
  readonly problem: string;
}

/** A rule about the result of `lstat` or `fstat`; returns `undefined` if the file complies. */
export type MetadataRule = (stats: BigIntStats, userId: bigint | undefined) => Violation | undefined;

/** A rule about the file's bytes. */
export type BytesRule = (bytes: Uint8Array) => Violation | undefined;

/** A rule about the token itself, without its line ending. */
export type ContentRule = (token: string) => Violation | undefined;

const PERMISSION_BITS = 0o7777n;
const GROUP_AND_OTHER_BITS = 0o077n;

export const notASymbolicLink: MetadataRule = (stats) =>
  stats.isSymbolicLink() ? { code: 'symbolic_link', problem: 'it is a symbolic link' } : undefined;

export const aRegularFile: MetadataRule = (stats) =>
  stats.isFile() ? undefined : { code: 'not_a_regular_file', problem: 'it is not a regular file' };

/** @param userId the current user; `undefined` on platforms without numeric users, where the rule does not apply */
export const ownedByThisUser: MetadataRule = (stats, userId) =>
  userId === undefined || stats.uid === userId
    ? undefined
    : {
        code: 'foreign_owner',
        problem: `it belongs to user ${stats.uid}, not to the current user ${userId}`,
      };

export const closedToGroupAndOthers: MetadataRule = (stats, userId) => {
  if (userId === undefined || (stats.mode & GROUP_AND_OTHER_BITS) === 0n) return undefined;
  const mode = (stats.mode & PERMISSION_BITS).toString(8).padStart(4, '0');
  return {
    code: 'open_permissions',
    problem: `its mode ${mode} gives access to group or others; it must be 0600`,
  };
};

/** A second hard link could be in a directory that others can write to. */
export const oneLinkOnly: MetadataRule = (stats) =>
  stats.nlink === 1n
    ? undefined
    : { code: 'several_links', problem: `it has ${stats.nlink} hard links, not one` };

const TOO_LARGE: Violation = {
  code: 'too_large',
  problem: `it is larger than ${MAXIMUM_TOKEN_FILE_SIZE} bytes`,
};

export const smallEnough: MetadataRule = (stats) =>
  stats.size <= BigInt(MAXIMUM_TOKEN_FILE_SIZE) ? undefined : TOO_LARGE;

/** The checks before the file is opened, by its path (interface document, section 5.2.3). `open` also refuses links. */
export const PATH_RULES: readonly MetadataRule[] = [notASymbolicLink, aRegularFile];

/** The checks of the opened file, by its descriptor: the path may lead to another file by then. */
export const FILE_RULES: readonly MetadataRule[] = [
  aRegularFile,
  ownedByThisUser,
  closedToGroupAndOthers,
  oneLinkOnly,
  smallEnough,
];

/**
 * Checks that the opened file is the one that was checked by its path. A new file can reuse the inode of a removed one, but
 * has another birth time.
 */
export function sameFile(checked: BigIntStats, opened: BigIntStats): Violation | undefined {
  return checked.dev === opened.dev &&
    checked.ino === opened.ino &&
    checked.birthtimeNs === opened.birthtimeNs
    ? undefined
    : { code: 'replaced_while_opening', problem: 'it was replaced while it was being opened' };
}

/** Checks the bytes read, not the size from `fstat`, because the file may grow in between. */
export const smallEnoughAsRead: BytesRule = (bytes) =>
  bytes.length <= MAXIMUM_TOKEN_FILE_SIZE ? undefined : TOO_LARGE;

export const validUtf8: BytesRule = (bytes) =>
  isUtf8(bytes) ? undefined : { code: 'not_utf8', problem: 'its content is not valid UTF-8' };

export const BYTES_RULES: readonly BytesRule[] = [smallEnoughAsRead, validUtf8];

export const noWhitespace: ContentRule = (token) =>
  /\s/u.test(token) ? { code: 'inner_whitespace', problem: 'the token contains whitespace' } : undefined;

export const noControlCharacters: ContentRule = (token) =>
  /\p{Cc}/u.test(token)
    ? { code: 'control_character', problem: 'the token contains a control character' }
    : undefined;

export const longEnough: ContentRule = (token) =>
  Array.from(token).length >= MINIMUM_TOKEN_LENGTH
    ? undefined
    : { code: 'too_short', problem: `the token has fewer than ${MINIMUM_TOKEN_LENGTH} characters` };

export const CONTENT_RULES: readonly ContentRule[] = [noWhitespace, noControlCharacters, longEnough];
