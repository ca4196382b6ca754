/** For tests only: options as the command line reads them. */
import { Command } from 'commander';
import { vi } from 'vitest';
import {
  addOptions,
  OPTIONS,
  type OptionName,
  type Options,
  prepareEnvironment,
  readOptions,
} from '../config.ts';

/** Text of each flag, by its name without dashes; `true` for one without a value. */
export type GivenFlags = Readonly<Record<string, string>>;

/** The options of a command that takes all of them. @param flags by name, or as on the command line */
export function optionsOf(
  flags: GivenFlags | readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Options {
  const command = new Command().exitOverride().configureOutput({ writeErr: () => {} });
  addOptions(command, Object.keys(OPTIONS) as OptionName[]);
  const argv = Array.isArray(flags)
    ? (flags as readonly string[])
    : Object.entries(flags).map(([name, text]) => (text === 'true' ? `--${name}` : `--${name}=${text}`));
  for (const [name, text] of Object.entries(environment)) vi.stubEnv(name, text);
  try {
    prepareEnvironment(command);
    return readOptions(command.parse(argv, { from: 'user' }));
  } finally {
    vi.unstubAllEnvs();
  }
}
