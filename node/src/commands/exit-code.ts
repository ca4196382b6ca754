/** Exit codes of `cairn`, and the one table that maps errors to them. */
import { CommanderError } from 'commander';
import type { ChainError } from '@cairn/chain';
import type { UsageError } from '../startup/errors.ts';
import type { DataDirectoryErrorCode } from '../home/data-directory.ts';
import { isLastingError } from '@cairn/token-file';
import type { BlockFileError, LevelError, StorageWriteError } from '@cairn/chain/storage';

/**
 * - `clean`: stopped by a signal, or done
 * - `failure`: the same command may succeed later, as after a failed write
 * - `usage`: a flag, variable or argument cannot be used, or the path or port that one of them names, as long as nobody changes it
 * - `needsPerson`: the data directory fails in the same way until somebody repairs or replaces it
 */
export const EXIT = { clean: 0, failure: 1, usage: 2, needsPerson: 3 } as const;

type ErrorCode =
  | UsageError['code']
  | BlockFileError['code']
  | LevelError['code']
  | StorageWriteError['code']
  | ChainError['code']
  | DataDirectoryErrorCode;

/** What is not listed is of the system, or a failure. */
const EXIT_OF_ERROR: Readonly<Record<string, number>> = {
  usage: EXIT.usage,
  storage_write_failed: EXIT.failure, // of what was writable at the start
  block_file_damaged: EXIT.needsPerson,
  level_damaged: EXIT.needsPerson,
  other_genesis: EXIT.needsPerson,
  wrong_network: EXIT.needsPerson,
  not_a_data_directory: EXIT.needsPerson,
} satisfies Partial<Record<ErrorCode, number>>;

/** The exit code of a command that failed with this error, or with one that it caused. */
export function exitCodeOf(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.clean : EXIT.usage;
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code: name = '', exitCode } = cause as { code?: string; exitCode?: number }; // that of the node of `cairn dev`
    const code = exitCode ?? EXIT_OF_ERROR[name];
    if (code !== undefined) return code;
  }
  return isLastingError(error) ? EXIT.usage : EXIT.failure;
}
