import { Command, CommanderError } from 'commander';
import { accountsCommand } from './commands/accounts.ts';
import type { CliCommand, CommandContext } from './commands/command.ts';
import { devnetCommand } from './commands/devnet.ts';
import { explorerCommand } from './commands/explorer.ts';
import { exportCommand } from './commands/export.ts';
import { importCommand } from './commands/import.ts';
import { initCommand } from './commands/init.ts';
import { mineCommand } from './commands/mine.ts';
import { reindexCommand } from './commands/reindex.ts';
import { startCommand } from './commands/start.ts';
import { statusCommand } from './commands/status.ts';
import { tipsCommand } from './commands/tips.ts';
import { verifyCommand } from './commands/verify.ts';
import { optionOf, readSettings, type Environment } from './commands/flags.ts';
import { processTerminal, type Terminal } from './commands/terminal.ts';
import { UsageError } from './startup/errors.ts';

/** All commands, in the order of the help. */
export const COMMANDS: readonly CliCommand[] = [
  initCommand,
  startCommand,
  explorerCommand,
  statusCommand,
  mineCommand,
  devnetCommand,
  importCommand,
  exportCommand,
  reindexCommand,
  verifyCommand,
  tipsCommand,
  accountsCommand,
];

/** The exit codes of all commands. */
const EXIT = { clean: 0, failure: 1, usage: 2 } as const;

/**
 * Runs `cairn` with the arguments and environment of this process, and exits with the command's exit code. Everything is
 * closed and written by then, but a timer left by libp2p would keep the process alive for another second.
 * @param removeEarlySignalHandlers see `CommandContext`
 */
export async function main(removeEarlySignalHandlers: () => void): Promise<never> {
  process.exit(
    await runCli(process.argv.slice(2), process.env, processTerminal(), removeEarlySignalHandlers),
  );
}

/**
 * Runs one command.
 * @param argv arguments after the program's name
 * @returns the exit code: 0, or 1 for a failure and 2 for wrong usage, both after one line on standard error
 */
export async function runCli(
  argv: readonly string[],
  environment: Environment,
  terminal: Terminal,
  removeEarlySignalHandlers: () => void = () => {},
): Promise<number> {
  let exitCode: number = EXIT.clean;
  const context = { environment, terminal, removeEarlySignalHandlers };
  const program = createProgram(context, (code) => (exitCode = code));
  try {
    await program.parseAsync([...argv], { from: 'user' });
    return exitCode;
  } catch (error) {
    return printError(error, argv, environment, terminal);
  }
}

type ProgramContext = Pick<CommandContext, 'terminal' | 'removeEarlySignalHandlers'> & {
  readonly environment: Environment;
};

function createProgram(context: ProgramContext, onExit: (code: number) => void): Command {
  const program = new Command('cairn')
    .description('Cairn full node')
    .usage('<command> [flags]')
    .exitOverride()
    .configureOutput({ writeOut: (text) => context.terminal.out(text.trimEnd()), writeErr: () => {} })
    .showSuggestionAfterError(false)
    .argument('[command]')
    .allowExcessArguments()
    .allowUnknownOption()
    .action(refuseUnknown);
  for (const definition of COMMANDS) addCommand(program, definition, context, onExit);
  return program;
}

/** Called if the first argument is not a command. @throws UsageError */
function refuseUnknown(first: string | undefined): never {
  const names = COMMANDS.map(({ name }) => name).join(', ');
  const problem = first === undefined ? 'name a command' : `there is no command or flag "${first}"`;
  throw new UsageError(`${problem}; the commands are ${names} (see cairn --help)`);
}

function addCommand(
  program: Command,
  definition: CliCommand,
  { environment, terminal, removeEarlySignalHandlers }: ProgramContext,
  onExit: (code: number) => void,
): void {
  const command = program
    .command(definition.name)
    .description(definition.summary)
    .allowExcessArguments(false)
    .allowUnknownOption(false);
  if (definition.argument !== undefined) {
    command.argument(`<${definition.argument.name}>`, definition.argument.help);
  }
  const { furtherArguments: further } = definition;
  if (further !== undefined) command.argument(`[${further.name}...]`, further.help);
  for (const name of definition.flags) command.addOption(optionOf(name));
  command.action(async (...received: unknown[]) => {
    const declared = [definition.argument, definition.furtherArguments].filter(Boolean).length;
    const positional = received.slice(0, declared).flat() as string[];
    const settings = readSettings(command, environment);
    onExit(await definition.run({ settings, positional, terminal, removeEarlySignalHandlers }));
  });
}

/**
 * Prints the error in one line; with `--log-level debug` the stack follows, unless it is a usage error.
 * @returns the exit code
 */
function printError(
  error: unknown,
  argv: readonly string[],
  environment: Environment,
  terminal: Terminal,
): number {
  terminal.endProgress();
  if (error instanceof CommanderError && error.exitCode === 0) return EXIT.clean;
  const isUsage = error instanceof UsageError || error instanceof CommanderError;
  const message = (error instanceof Error ? error.message : String(error)).replace(/^error: /, '');
  terminal.err(`cairn: ${message.replaceAll(/\s*\n\s*/g, ' ')}`);
  const wantsStack =
    environment['CAIRN_LOG_LEVEL'] === 'debug' || /--log-level[= ]debug\b/.test(argv.join(' '));
  if (!isUsage && wantsStack && error instanceof Error) terminal.err(error.stack ?? '');
  return isUsage ? EXIT.usage : EXIT.failure;
}
