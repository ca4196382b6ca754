import type * as z from 'zod';
import type { OptionName, Options } from '../config.ts';
import type { Terminal } from './terminal.ts';

/** The input of `CliCommand.run`. */
export interface CommandInput {
  readonly options: Options;
  /** The values of `CliCommand.arguments`, in order. */
  readonly args: readonly unknown[];
  readonly terminal: Terminal;
}

/** A positional argument in commander's notation, such as `<file>` or `[blocks]`. */
export interface CliArgument {
  readonly name: string;
  readonly help: string;
  /** Its description completes "It takes …"; any text without one. */
  readonly schema?: z.ZodType;
}

/** One command of `cairn`. */
export interface CliCommand {
  readonly name: string;
  /** One line, for the list of commands. */
  readonly summary: string;
  readonly arguments?: readonly CliArgument[];
  readonly options: readonly OptionName[];
  /** Commands below this one, such as `cairn devnet mine`. They take its options. */
  readonly commands?: readonly CliCommand[];
  /**
   * Absent for a command that only has others below it.
   * @throws UsageError for invalid settings; any other error is a failure, whose message is shown as one line
   */
  readonly run?: (input: CommandInput) => Promise<void>;
}

/**
 * Prints the result of a command: with `--json` a document, else a line or several.
 * @param indent of the document, for one that people read
 */
export function printResult(
  { options, terminal }: Pick<CommandInput, 'options' | 'terminal'>,
  document: object,
  text: string,
  indent?: number,
): void {
  terminal.out(options.json === true ? JSON.stringify(document, null, indent) : text);
}

/** Options of every command that opens a data directory. */
export const CHAIN_OPTIONS = ['network', 'dataDir'] as const satisfies OptionName[];
/** Options of every command that logs. */
export const LOG_OPTIONS = ['logFormat', 'logLevel'] as const satisfies OptionName[];
