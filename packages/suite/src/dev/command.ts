import { Command } from 'commander';
import { wholeNumber } from '../options.ts';
import { addDevOptions, existingFile, readDevOptions } from './options.ts';
import type { ShowOptions } from './show.ts';

/**
 * `cairn dev` and `npm start`: runs node, gateway and website with a devnet until a signal stops them.
 * @param name how a person runs it, for the help
 */
export function createDevCommand(name: string): Command {
  const command = new Command(name)
    .description('run node, gateway and website with a devnet, for development')
    .showSuggestionAfterError(false);
  return addDevOptions(command).action(async () => {
    const options = readDevOptions(command);
    const { runDevnet } = await import('./dev.ts'); // other commands need no child processes
    await runDevnet(options);
  });
}

/** `cairn show FILE`: explorer and wallet on a chain in a file. */
export function createShowCommand(): Command {
  return new Command('show')
    .description(
      'open explorer and wallet on a chain in a file: of cairn devnet dump, or left by a failed test',
    )
    .showSuggestionAfterError(false)
    .argument('<file>', 'the chain', existingFile)
    .option('--at <height>', 'the chain as it was at this block', wholeNumber(1))
    .option('--json', 'print the addresses as one line of JSON', false)
    .action(async (file: string, options: ShowOptions) => {
      const { showChain } = await import('./show.ts');
      await showChain(file, options);
    });
}
