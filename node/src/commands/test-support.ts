/** For tests only: settings as the command line reads them. */
import { Command } from 'commander';
import { FLAGS, optionOf, readSettings, type Environment, type FlagName, type Settings } from './flags.ts';

export type GivenFlags = Readonly<Partial<Record<FlagName, string>>>;

/** @param flags text of each flag; `true` for one without a value */
export function settingsOf(flags: GivenFlags, environment: Environment = {}): Settings {
  const command = new Command().exitOverride().configureOutput({ writeErr: () => {} });
  for (const name of Object.keys(FLAGS) as FlagName[]) command.addOption(optionOf(name));
  const argv = Object.entries(flags).map(([name, text]) =>
    text === 'true' ? `--${name}` : `--${name}=${text}`,
  );
  return readSettings(command.parse(argv, { from: 'user' }), environment);
}
