import { Command } from 'commander';
import { addDevOptions, readDevOptions } from './options.ts';

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
