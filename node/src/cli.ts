import { setImmediate } from 'node:timers/promises';
import { createDevCommand, createShowCommand } from '@cairn/suite/dev';
import { VERSION } from '@cairn/http/version';
import { Command, CommanderError } from 'commander';
import { accountsCommand } from './commands/accounts.ts';
import {
  exportCommand,
  importCommand,
  initCommand,
  mineCommand,
  reindexCommand,
  tipsCommand,
  verifyCommand,
} from './commands/chain-commands.ts';
import type { CliCommand } from './commands/command.ts';
import { addressCommand, keyCommand } from './commands/key.ts';
import { mcpCommand } from './commands/mcp.ts';
import { sendCommand, signCommand, submitCommand } from './commands/transfers.ts';
import { devnetCommand } from './commands/devnet.ts';
import { EXIT, exitCodeOf } from './commands/exit-code.ts';
import { explorerCommand, startCommand } from './commands/server-commands.ts';
import { statusCommand } from './commands/status.ts';
import { processTerminal, type Terminal } from './commands/terminal.ts';
import { tryCommand } from './commands/try.ts';
import { walletCommand } from './commands/wallet.ts';
import { addOptions, type Options, parseText, prepareEnvironment, readOptions } from './config.ts';
import { BlockFileError, LevelError } from '@cairn/chain/storage';

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
  walletCommand,
  tryCommand,
  mcpCommand,
  keyCommand,
  addressCommand,
  sendCommand,
  signCommand,
  submitCommand,
];

/**
 * Runs `cairn` with the arguments and environment of this process, and exits with the command's exit code. Everything is
 * closed and written by then, but a timer left by libp2p would keep the process alive for another second.
 */
export async function main(): Promise<never> {
  process.umask(0o077); // what it writes is for its user alone
  const code = await runCli(process.argv.slice(2), processTerminal());
  await setImmediate(); // the last line may turn out not to be written
  process.exit(code);
}

/**
 * Runs one command. It reads the variables of its options from `process.env`.
 * @param argv arguments after the program's name
 * @returns the exit code (`EXIT`): unless it is 0, after one line on standard error, which the stack of a failure follows with
 *   `--log-level debug`
 */
export async function runCli(argv: readonly string[], terminal: Terminal): Promise<number> {
  let isDebugging = false;
  const program = new Command('cairn')
    .description('A local chain with explorer and wallet, a full node, and a wallet for the command line.')
    .addHelpText('after', HINT)
    .version(VERSION)
    .exitOverride()
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({ writeOut: (text) => terminal.out(text.trimEnd()), writeErr: () => {} })
    .hook('preSubcommand', (_program, command) => prepareEnvironment(command))
    .hook('preAction', (_program, command) => {
      isDebugging = command.opts<Options>().logLevel === 'debug';
    });
  program.addCommand(createDevCommand('dev').copyInheritedSettings(program));
  program.addCommand(createShowCommand().copyInheritedSettings(program));
  for (const definition of COMMANDS) addCommand(program, definition, terminal);
  addHelpCommand(program);
  try {
    await program.parseAsync(argv.length === 0 ? ['--help'] : [...argv], { from: 'user' });
    return EXIT.clean;
  } catch (error) {
    const code = exitCodeOf(error);
    if (code === EXIT.clean) return code; // help
    terminal.err(`cairn: ${messageOf(error).replaceAll(/\s*\n\s*/g, ' ')}`);
    if (code !== EXIT.usage && isDebugging && error instanceof Error) terminal.err(error.stack ?? '');
    return code;
  }
}

/** The end of the help. */
const HINT = `
To begin: "cairn dev" starts a local chain with explorer and wallet, and prints their addresses. "cairn COMMAND --help" lists
the flags of a command.`;

/** Adds a command, and those below it. */
function addCommand(parent: Command, definition: CliCommand, terminal: Terminal): void {
  const command = parent.command(definition.name).description(definition.summary);
  for (const { name, help, schema } of definition.arguments ?? []) {
    if (schema === undefined) command.argument(name, help);
    else command.argument(name, help, (text: string) => parseText(schema, text));
  }
  addOptions(command, definition.options);
  for (const below of definition.commands ?? []) addCommand(command, below, terminal);
  if (definition.commands !== undefined) addHelpCommand(command);
  const { run } = definition;
  if (run === undefined) return;
  command.action(() => run({ options: readOptions(command), args: command.processedArgs, terminal }));
}

/** Adds `help`. It and `--help` name an unknown command; commander's own do not. */
function addHelpCommand(parent: Command): void {
  const find = (above: Command, name: string): Command =>
    above.commands.find((command) => command.name() === name) ?? parent.error(`unknown command '${name}'`);
  parent
    .helpCommand(false)
    .on('beforeHelp', () => {
      const [name = '-'] = parent.args;
      if (!name.startsWith('-')) find(parent, name);
    })
    .command('help [command...]')
    .description('display help for command')
    .action((names: string[]) => names.reduce(find, parent).help());
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof CommanderError && error.code === 'commander.help') {
    return 'name a command (see --help)';
  }
  if (error instanceof LevelError && error.code === 'level_damaged')
    return `${error.message}: rebuild it with cairn reindex`;
  if (error instanceof BlockFileError)
    return `${error.message} (restore it from a backup, or move the data directory away and fetch the chain again)`;
  return error.message.replace(/^error: /, '');
}
