import type { FlagName, Settings } from './flags.ts';
import type { Terminal } from './terminal.ts';

/** The argument of `CliCommand.run`. */
export interface CommandContext {
  readonly settings: Settings;
  /** Positional arguments: the value of `argument`, if the command declares it, then those of `furtherArguments`. */
  readonly positional: readonly string[];
  readonly terminal: Terminal;
  /**
   * Removes the signal handlers of bin/cairn.mjs, which end the process of a server (`start`, `explorer`) while its modules
   * load. Call it once the command handles signals itself, and before it opens anything.
   */
  readonly removeEarlySignalHandlers: () => void;
}

/** One command of `cairn`. */
export interface CliCommand {
  readonly name: string;
  /** One line, for the list of commands. */
  readonly summary: string;
  /** A required positional argument. */
  readonly argument?: { readonly name: string; readonly help: string };
  /** Any number of positional arguments after the required one. */
  readonly furtherArguments?: { readonly name: string; readonly help: string };
  readonly flags: readonly FlagName[];
  /**
   * @returns the exit code, 0 or 1
   * @throws UsageError for invalid settings; any other error is a failure, whose message is shown as one line
   */
  run(context: CommandContext): Promise<number>;
}

/** Flags of every command that opens a data directory. */
export const CHAIN_FLAGS = ['network', 'data-dir'] as const satisfies FlagName[];
/** Flags of every command that logs. */
export const LOG_FLAGS = ['log-format', 'log-level'] as const satisfies FlagName[];
