/** `npm start`: node, gateway and website with a devnet, in one terminal. */
import { createDevCommand } from '@cairn/suite/dev';
import { CommanderError } from 'commander';

try {
  await createDevCommand('npm start --').exitOverride().parseAsync();
  // Exit explicitly: a program that never answered may have left open handles.
  process.exit(0);
} catch (error) {
  // commander has printed its own message.
  if (error instanceof CommanderError) process.exit(error.exitCode === 0 ? 0 : 2);
  process.stderr.write(`${(error as Error).message}\n`);
  process.exit(1);
}
