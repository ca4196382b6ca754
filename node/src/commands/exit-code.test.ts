import { CommanderError } from 'commander';
import { StorageWriteError } from '@cairn/chain/storage';
import { TokenFileError } from '@cairn/token-file';
import { expect, it } from 'vitest';
import { NodeError, UsageError } from '../startup/errors.ts';
import { EXIT, exitCodeOf } from './exit-code.ts';

/** An error of the system, whose message is one line. */
const system = (code: string, syscall: string) => Object.assign(new Error(code), { code, syscall });
const damaged = (cause: Error) => Object.assign(new Error('damaged', { cause }), { code: 'level_damaged' });

it.each<[keyof typeof EXIT, string, unknown]>([
  ['clean', 'help', new CommanderError(0, 'commander.helpDisplayed', '')],
  ['usage', 'an unknown flag', new CommanderError(1, 'commander.unknownOption', '')],
  ['usage', 'a wrong value', new UsageError('')],
  ['usage', 'a path that this user may not use', system('EACCES', 'scandir')],
  ['usage', 'a file below a file', new NodeError('', { cause: system('ENOTDIR', 'open') })],
  ['usage', 'a port that this user may not use', new NodeError('', { cause: system('EACCES', 'listen') })],
  ['usage', 'a token that others can read', new TokenFileError('open_permissions', '', '')],
  [
    'usage',
    'a token file that cannot be read',
    new TokenFileError('unreadable', '', '', { cause: system('EACCES', 'open') }),
  ],
  ['failure', 'a token file that the node has not made yet', new TokenFileError('missing', '', '')],
  [
    'failure',
    'a token file on a broken disk',
    new TokenFileError('unreadable', '', '', { cause: system('EIO', 'read') }),
  ],
  ['failure', 'a port that is taken', new NodeError('', { cause: system('EADDRINUSE', 'listen') })],
  ['failure', 'a full disk', new NodeError('', { cause: system('ENOSPC', 'write') })],
  ['failure', 'the socket of a database that is not up', system('ENOENT', 'connect')],
  ['failure', 'a write of the chain', new StorageWriteError('', system('EACCES', 'open'))],
  ['failure', 'anything else', new TypeError('')],
  ['needsPerson', 'a damaged index, whatever of it is missing', damaged(system('ENOENT', 'open'))],
])('%s is the exit code of %s', (name, _what, error) => {
  expect(exitCodeOf(error)).toBe(EXIT[name]);
});
