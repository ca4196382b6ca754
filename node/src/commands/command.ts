import type { FlagName, Settings } from './flags.ts';
import type { Terminal } from './terminal.ts';

/** Parameters of a command's run. */
export interface CommandContext {
  readonly settings: Settings;
  /** Positional arguments: the required one, if the command declares one, then the others. */
  readonly positional: readonly string[];
  readonly terminal: Terminal;
  /**
   * Ends the early stop of bin/cairn.mjs, which exits a server (`start`, `explorer`) on a signal while its modules load. Call
   * once the command listens for signals itself, and before it opens anything.
   */
  readonly endEarlyStop: () => void;
}

/** One command of `cairn`. */
export interface CliCommand {
  readonly name: string;
  /** One line, for the list of commands. */
  readonly summary: string;
  /** A required positional argument. */
  readonly argument?: { readonly name: string; readonly help: string };
  /** Any number of positional arguments after it. */
  readonly furtherArguments?: { readonly name: string; readonly help: string };
  readonly flags: readonly FlagName[];
  /**
   * @returns the exit code, 0 or 1
   * @throws UsageError for settings that cannot be used; any other error is a failure, whose message is shown as one line
   */
  run(context: CommandContext): Promise<number>;
}

/** Flags of every command that opens a data directory. */
export const CHAIN_FLAGS = ['network', 'data-dir'] as const satisfies FlagName[];
/** Flags of every command that logs. */
export const LOG_FLAGS = ['log-format', 'log-level'] as const satisfies FlagName[];
