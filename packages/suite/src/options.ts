/** What the command lines of the scripts, benchmarks and long tests share. */
import { Command, InvalidArgumentError, Option, type CommanderError } from 'commander';

/**
 * A command with `--help`. A wrong option prints one line and ends the process with exit code 2.
 * @param usage how a person runs it, such as `npm run bench -- import`
 */
export function createCommand(usage: string, description: string): Command {
  return new Command(usage)
    .usage('[options]')
    .description(description)
    .showSuggestionAfterError(false)
    .exitOverride((error: CommanderError) => process.exit(error.exitCode === 0 ? 0 : 2));
}

/** Parser of an option that takes a whole number. */
export function wholeNumber(minimum = 1, maximum = 2 ** 31): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^\d{1,10}$/.test(text) && value >= minimum && value <= maximum) return value;
    throw new InvalidArgumentError(`It takes a whole number from ${minimum} to ${maximum}.`);
  };
}

/**
 * @param listeners by the names of their flags: `rpc` for `--rpc-port`
 * @throws InvalidArgumentError if two have the same port of a host; 0 is any free one
 */
export function requireDistinctPorts(
  listeners: Readonly<Record<string, { readonly host: string; readonly port: number } | undefined>>,
): void {
  const named = Object.entries(listeners).flatMap(([name, at]) => (at?.port ? [{ name, ...at }] : []));
  for (const same of Map.groupBy(named, ({ host, port }) => `${host} ${port}`).values()) {
    if (same.length === 1) continue;
    const flags = same.map(({ name }) => `--${name}-port`).join(' and ');
    throw new InvalidArgumentError(`${flags} name the same port ${same[0]!.port}`);
  }
}

/** Parser of an option that takes names separated by commas. */
export function someOf<Name extends string>(names: readonly Name[]): (text: string) => ReadonlySet<Name> {
  return (text) => {
    const wanted = text.split(',');
    if (wanted.every((name): name is Name => (names as readonly string[]).includes(name)))
      return new Set(wanted);
    throw new InvalidArgumentError(`It takes some of ${names.join(',')}.`);
  };
}

/** The option `--only` of a command that has parts; without it the command runs all of them. */
export function onlyOption(names: readonly string[]): Option {
  return new Option('--only <names>', names.join(','))
    .argParser(someOf(names))
    .default(new Set(names), 'all');
}
