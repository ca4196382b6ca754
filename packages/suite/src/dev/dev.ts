/** What `cairn dev` and `npm start` do: node, gateway and website with a devnet, in one terminal. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { styleText } from 'node:util';
import { createDevnetClient, type DevnetClient } from '@cairn/api/devnet';
import { bytesToHex, formatCoins, type Network } from '@cairn/protocol';
import { DEVELOPMENT_MNEMONIC } from '@cairn/protocol/development-accounts';
import { InvalidArgumentError } from 'commander';
import { providePages } from '#programs';
import { readDump, saveDump } from '../dump-file.ts';
import { isPortTaken } from '../ports.ts';
import { describeEnd, ProgramGroup } from '../process.ts';
import {
  accountFlags,
  controlSocket,
  flags,
  networkIn,
  readWalletAddress,
  startDevnetNode,
  startGateway,
  startWebsite,
  suiteAddresses,
  websiteUrls,
  type SuiteAddresses,
  type SuitePorts,
} from '../suite.ts';
import { readAccounts } from './accounts.ts';
import { DEFAULT_FOLDER, PORTS, type DevOptions, type Weather } from './options.ts';

type Accounts = Awaited<ReturnType<typeof readAccounts>>;

const COLOURS = { node: 'yellow', gateway: 'magenta', website: 'cyan', start: 'gray' } as const;
type Source = keyof typeof COLOURS;

/** File of the data directory with the token of the control port. */
const CONTROL_TOKEN = 'control.token';

/** Log lines that are always printed; info lines, such as one for each block, need `--verbose`. */
const NEEDS_ATTENTION = /\b(WARN|ERROR|FATAL)\b/;
/** An event of a weather, or how far a start is that takes long. */
const IS_NEWS = /\bINFO: (Weather: |building |importing |the index is at )/;
const IS_ERROR = /\b(ERROR|FATAL)\b/;

/** Prints what happens, as `--quiet`, `--json` and `--verbose` ask for. */
class Report {
  readonly #options: DevOptions;
  readonly #isTerse: boolean;

  constructor(options: DevOptions) {
    this.#options = options;
    this.#isTerse = options.quiet || options.json;
  }

  /** Progress of the start. */
  say(line: string): void {
    if (!this.#isTerse) write(process.stdout, 'start', line);
  }

  /** A line that a program printed. */
  program(source: Source, line: string): void {
    if (this.#isTerse && IS_ERROR.test(line)) write(process.stderr, source, line);
    else if (
      !this.#isTerse &&
      (this.#options.verbose || [NEEDS_ATTENTION, IS_NEWS].some((is) => is.test(line)))
    )
      write(process.stdout, source, line);
  }
}

function write(stream: NodeJS.WriteStream, source: Source, line: string): void {
  stream.write(`${styleText(COLOURS[source], source.padEnd(7), { stream })} │ ${line}\n`);
}

/** @throws InvalidArgumentError for ports that another program uses, or that this user may not */
async function requireFreePorts({ ports, control }: DevOptions): Promise<void> {
  const wanted = Object.entries(ports).map(([name, port]) => ({
    name,
    title: PORTS[name as keyof SuitePorts].title as string,
    port,
  }));
  if (control !== undefined) wanted.push({ name: 'control', title: 'devnet control', port: control.port });
  const taken = await Promise.all(wanted.map(({ port }) => isPortTaken(port)));
  const lines = wanted
    .filter((_, index) => taken[index])
    .map(({ name, title, port }) => `${port} (${title}: choose another with --${name}-port PORT)`);
  if (lines.length > 0) throw new InvalidArgumentError(`Ports in use, or not allowed: ${lines.join(', ')}`);
}

/** Keeps `.cairn` with its tokens and keys out of the version control of the folder in which the devnet runs. */
function ignoreFolder({ dataDirectory }: DevOptions): void {
  const file = join(dirname(dataDirectory), '.gitignore');
  if (dataDirectory === resolve(DEFAULT_FOLDER) && !existsSync(file)) writeFileSync(file, '*\n');
}

function nodeFlags(options: DevOptions): string[] {
  const { fresh, weather, blockTime, demoTraffic, fork, load, fund, ports, dataDirectory } = options;
  const { host, port, origins } = options.control ?? { host: '127.0.0.1', port: 0, origins: [] };
  return [
    ...flags({
      index: true,
      fresh,
      // With a weather the chain begins without a block, so that the seed decides them all.
      mine: weather === undefined,
      'mine-interval': weather === undefined ? blockTime : undefined,
      'demo-traffic': demoTraffic === 0 ? undefined : demoTraffic,
      fork,
      load,
      fund,
      'control-host': host,
      'control-port': port,
      // The control port is for the Devnet bar of the explorer's pages, and for what else was named.
      'control-origin': [suiteAddresses(ports, dataDirectory).website, ...origins],
    }),
    ...accountFlags(options),
  ];
}

/** Address and token file of the control port; `undefined` without one. */
function controlAddress({
  control,
  dataDirectory,
}: DevOptions): { url: string; tokenFile: string } | undefined {
  if (control === undefined) return undefined;
  const { host, port } = control;
  const url = `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
  return { url, tokenFile: join(dataDirectory, CONTROL_TOKEN) };
}

/**
 * How to open the wallet: on a terminal the address with the launch secret. Output that is not a terminal may be a file
 * that others can read, so it gets the path of the launch file instead, which only the owner can read.
 */
function describeWallet(addresses: SuiteAddresses, { launchSecret }: DevOptions): string {
  if (!launchSecret) return `${addresses.gateway}/`;
  const file = pathToFileURL(addresses.launchFile).href;
  const note = `${' '.repeat(21)}opens the wallet in one browser, once; for another browser open ${file}`;
  if (process.stdout.isTTY) return `${readWalletAddress(addresses)}\n${note}`;
  return `${file}\n${' '.repeat(21)}opens the wallet at ${addresses.gateway}/; only you can read this file`;
}

/** The explorer: on a terminal with the token that shows the Devnet bar, under the rule of `describeWallet`. */
function describeWebsite(website: string, { dataDirectory }: DevOptions): string {
  if (!process.stdout.isTTY) return website;
  return `${website}/#devnet=${readFileSync(join(dataDirectory, CONTROL_TOKEN), 'utf8').trim()}`;
}

/** The flag that `cairn devnet` needs for this folder; empty for the default folder. */
function dataDirectoryFlag({ dataDirectory }: DevOptions): string {
  if (dataDirectory === resolve(DEFAULT_FOLDER)) return '';
  return ` --data-dir '${dataDirectory.replaceAll("'", String.raw`'\''`)}'`;
}

function describeMining({ blockTime, load, weather }: DevOptions): string {
  if (weather !== undefined) return 'blocks come and go with the weather.';
  if (load !== undefined) return `blocks come as ${load} has it.`;
  return blockTime === 0 ? 'a block arrives with each transfer.' : `a block arrives every ${blockTime} s.`;
}

/** One line of JSON for scripts. The launch file, which only the owner can read, opens the wallet. */
function printJson(options: DevOptions): void {
  const { ports, dataDirectory, launchSecret } = options;
  const control = controlAddress(options);
  const addresses = suiteAddresses(ports, dataDirectory);
  const answer = {
    network: networkIn(dataDirectory).name,
    website: addresses.website,
    explorer_api: addresses.explorerApi,
    wallet: addresses.gateway,
    wallet_file: launchSecret ? addresses.launchFile : null,
    rpc: addresses.rpc,
    token_file: addresses.tokenFile,
    control_socket: controlSocket(dataDirectory),
    control_url: control?.url ?? null,
    control_token_file: control?.tokenFile ?? null,
    data_dir: dataDirectory,
  };
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}

function printAddresses(options: DevOptions, accounts: Accounts): void {
  if (options.json) return printJson(options);
  if (options.quiet) return;
  const addresses = suiteAddresses(options.ports, options.dataDirectory);
  const control = controlAddress(options);
  const controlLine =
    control && `\n  Devnet control     ${control.url}   (bearer token in ${control.tokenFile})`;
  const again = process.stdin.isTTY ? ' Press Enter to print this again.' : '';
  process.stdout.write(`
  Explorer website   ${describeWebsite(addresses.website, options)}
  Wallet             ${describeWallet(addresses, options)}
  Explorer API docs  ${addresses.explorerApi}/docs
  RPC                ${addresses.rpc}   (bearer token in ${addresses.tokenFile})${controlLine ?? ''}

${describeChain(options, accounts)} Ctrl-C stops everything.${again}

`);
}

/** The phrase of the accounts, and those that were asked for with their keys: none of it is a secret. */
function describeAccounts({ own, listed }: Accounts): string {
  const lines = listed
    .map(({ address, privateKey }) => `      ${address}  ${bytesToHex(privateKey)}\n`)
    .join('');
  if (own === undefined)
    return `the public development accounts, 1,000,000 CRN each, by the phrase
      ${DEVELOPMENT_MNEMONIC}
${lines}`;
  const { mnemonic, count, balance } = own;
  const amount =
    balance === null ? '' : `, ${formatCoins(BigInt(balance), { group: true })} CRN each at the start`;
  return `the ${count} accounts of this devnet${amount}, by the phrase
      ${mnemonic}
${lines}`;
}

/** What to try, and where the chain is kept. */
function describeChain(options: DevOptions, accounts: Accounts): string {
  const { shown, dataDirectory } = options;
  if (shown !== undefined)
    return `  Block ${shown.height} of ${shown.file}: nothing is mined unless you ask.`;
  const flag = dataDirectoryFlag(options);
  return `  Try first:
    Open the explorer: ${describeMining(options)}
    Open the wallet and import ${describeAccounts(accounts)}    Control the chain from another terminal, in this folder:
      npx cairn-chain devnet mine 3${flag}
      npx cairn-chain devnet snapshot${flag}
      npx cairn-chain devnet advance 1h${flag}

  The chain is kept in ${dataDirectory}.${describeFork(networkIn(dataDirectory))}`;
}

function describeFork({ name, forkHeight }: Network): string {
  if (forkHeight === undefined) return '';
  return `
  It is a fork of ${name} at block ${forkHeight}, without peers. What is signed here with a key of ${name} is valid there too.`;
}

/** On a terminal, Enter prints the addresses again, with the wallet's current one-time address. */
function printAgainOnEnter(options: DevOptions, accounts: Accounts): void {
  if (process.stdin.isTTY) process.stdin.on('data', () => printAddresses(options, accounts)).unref();
}

/** Starts the node first, because it may fail early, then builds changed pages and starts gateway and website. */
async function startSuite(
  options: DevOptions,
  group: ProgramGroup,
  report: Report,
  signal: AbortSignal,
): Promise<'up'> {
  const { ports, dataDirectory, verbose } = options;
  const replaced = options.fresh && existsSync(join(dataDirectory, 'blocks'));
  const programOptions = (source: Source) => ({
    group,
    ports,
    dataDirectory,
    onLine: (line: string) => report.program(source, line),
  });
  const node = await startDevnetNode(programOptions('node'), nodeFlags(options));
  ignoreFolder(options);
  const [, control = ''] = await node.line(/Devnet control at (http:\S+), token in/);
  if (replaced) report.say('A new chain has taken the place of the old one.');
  report.say(`The node is up${verbose ? '' : ' (--verbose shows its log)'}.`);
  const devnet = createDevnetClient({ socketPath: controlSocket(dataDirectory) });
  if (options.mustHave !== undefined) await requireChainOf(options.mustHave, devnet);
  if (options.weather !== undefined) await beginWeather(options.weather, options.blockTime, devnet, report);
  const website = await providePages({ say: (line) => report.say(line), signal });
  const urls = { ...websiteUrls(suiteAddresses(ports, dataDirectory)), control };
  await Promise.all([
    startGateway(programOptions('gateway'), options.launchSecret ? [] : ['--no-launch-secret']),
    startWebsite(programOptions('website'), ports.website, website, urls),
  ]);
  return 'up';
}

/** @param blockTime seconds between two blocks; 0 on demand, after the weather */
async function beginWeather(
  weather: Weather,
  blockTime: number,
  devnet: DevnetClient,
  report: Report,
): Promise<void> {
  const { state } = await devnet.weather({ ...weather, ...(blockTime > 0 && { block_seconds: blockTime }) });
  await devnet.mining(
    blockTime === 0 ? { mode: 'on_demand' } : { mode: 'interval', interval_seconds: blockTime },
  );
  const { name, seed } = state.weather!;
  report.say(`Weather: ${name}, seed ${seed}; npx cairn-chain devnet weather prints what it has done.`);
}

/** @throws InvalidArgumentError unless the node has the newest block of the file's chain */
async function requireChainOf(file: string, devnet: DevnetClient): Promise<void> {
  const newest = readDump(file).blocks.at(-1);
  const { blocks } = await devnet.dump();
  if (newest === undefined || blocks.includes(newest)) return;
  throw new InvalidArgumentError(
    `the folder has another chain than ${file}: --fresh begins with the file, --data-dir names another folder`,
  );
}

/** A second signal within this time is a duplicate, forwarded by npm or by the launcher. */
const DUPLICATE_MS = 250;

/** How often the parent is looked for. */
const PARENT_MS = 500;

/**
 * Resolves on the first signal, or when the parent ends, or the reader of the output has left, as `head` does. A later signal kills all
 * programs and exits at once.
 */
function waitForSignal(group: ProgramGroup, { endsWithParent }: DevOptions): Promise<'signal'> {
  return new Promise((resolve) => {
    process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => {
      if (code === 'EPIPE') resolve('signal');
    });
    const parent = process.ppid;
    const endIfOrphan = (): void => {
      if (process.ppid !== parent) resolve('signal');
    };
    if (endsWithParent) setInterval(endIfOrphan, PARENT_MS).unref();
    let firstAt: number | undefined;
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.on(signal, () => {
        if (firstAt === undefined) {
          firstAt = performance.now();
          resolve('signal');
        } else if (performance.now() - firstAt > DUPLICATE_MS) {
          group.kill(); // the programs have their own process groups and would outlive this process
          process.exit(1);
        }
      });
    }
  });
}

/** A program ended by itself. */
class ProgramEnded extends Error {
  /** Of the program: 2 if a flag or a file cannot be used, 3 if its directory needs a person (docs/OPERATING.md); else 1. */
  readonly exitCode: number;

  constructor(message: string, exitCode: number) {
    super(message);
    this.exitCode = exitCode === 2 || exitCode === 3 ? exitCode : 1;
  }
}

/** Runs the suite until it ends. @returns the error if it ended without a signal */
async function serve(
  options: DevOptions,
  group: ProgramGroup,
  report: Report,
  signalled: Promise<'signal'>,
): Promise<Error | undefined> {
  const building = new AbortController();
  const ended = group.ended.then(async (program) => {
    const code = await program.exited;
    // What a person gave is at fault, whichever program says so.
    throw new ProgramEnded(code === 2 ? program.lastLine() : describeEnd(program), code);
  });
  try {
    const outcome = await Promise.race([
      signalled,
      ended,
      startSuite(options, group, report, building.signal),
    ]);
    if (outcome === 'signal') return undefined;
    const accounts = await readAccounts(options.dataDirectory, options.accounts);
    printAddresses(options, accounts);
    printAgainOnEnter(options, accounts);
    await Promise.race([signalled, ended]);
    return undefined;
  } catch (error) {
    return error as Error;
  } finally {
    building.abort();
  }
}

/** Writes `--dump`. @returns an error if it could not be written */
async function writeDump(
  { dataDirectory, dump: file }: DevOptions,
  report: Report,
): Promise<Error | undefined> {
  if (file === undefined) return undefined;
  try {
    const dump = await createDevnetClient({ socketPath: controlSocket(dataDirectory) }).dump();
    saveDump(file, dump);
    report.say(`Wrote block ${dump.blocks.length} and the blocks below it to ${file}.`);
    return undefined;
  } catch (error) {
    return new Error(`${file} was not written: ${(error as Error).message}`, { cause: error });
  }
}

/**
 * Runs node, gateway and website until a signal stops them.
 * @throws Error with one line if one of them does not start, ends by itself or fails while it stops
 */
export async function runDevnet(options: DevOptions): Promise<void> {
  await requireFreePorts(options);
  const report = new Report(options);
  const group = new ProgramGroup();
  const ended = await serve(options, group, report, waitForSignal(group, options));
  report.say('Stopping …');
  const problem = ended ?? (await writeDump(options, report));
  const failed = await group.stop();
  for (const { name, code } of failed) report.say(`${name} exited with code ${code}.`);
  if (problem !== undefined) throw problem;
  const [first] = failed;
  if (first !== undefined) throw new Error(`${first.name} exited with code ${first.code}.`);
  report.say('Stopped.');
}
