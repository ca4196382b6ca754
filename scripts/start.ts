/** `npm start`: node, gateway and website with a devnet, in one terminal. */
import { createDevCommand } from '@cairn/suite/dev';
import { CommanderError, InvalidArgumentError } from 'commander';

try {
  await createDevCommand('npm start --').exitOverride().parseAsync();
  // Exit explicitly: a program that never answered may have left open handles.
  process.exit(0);
} catch (error) {
  const { message, exitCode = 1 } = error as Error & { readonly exitCode?: number };
  const isWrongUse = error instanceof CommanderError;
  // commander has printed what it found itself.
  if (!isWrongUse || error instanceof InvalidArgumentError) process.stderr.write(`${message}\n`);
  process.exit(isWrongUse && exitCode !== 0 ? 2 : exitCode);
}
