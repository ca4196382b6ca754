/** `cairn devnet …`: controls a running devnet node over its control socket or port (docs/DEVNET.md). */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { DevnetClient, DevnetClientOptions, DevnetErrorCode, DevnetState } from '@cairn/api/devnet';
import { formatCoins, parseCoins } from '@cairn/protocol';
import { readTokenFile } from '@cairn/token-file';
import * as z from 'zod';
import type { Options } from '../config.ts';
import { NodeError, UsageError } from '../startup/errors.ts';
import { CONTROL_SOCKET, namesIn } from '../home/data-directory.ts';
import { printResult, type CliArgument, type CliCommand } from './command.ts';
import { devnetFolders } from './rpc.ts';

const count = z
  .string()
  .regex(/^\d{1,10}$/)
  .transform(Number)
  .describe('a whole number');
const UNITS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400 };
/** A duration like `90`, `90s`, `15m`, `1h` or `2d`, in seconds. */
const duration = z
  .string()
  .regex(/^\d{1,9}[smhd]?$/)
  .transform((text) => Number.parseInt(text, 10) * (UNITS[text.at(-1)!] ?? 1))
  .describe('a time like 90s, 15m, 1h or 2d');
const coins = z
  .string()
  .transform((text, context) => {
    try {
      return parseCoins(text);
    } catch (error) {
      context.addIssue((error as Error).message);
      return z.NEVER;
    }
  })
  .refine((pebbles) => pebbles > 0n)
  .describe('CRN like 12.5, more than 0, with at most eight decimals');
const miningMode = z
  .string()
  .transform((text) => text.replace('-', '_'))
  .pipe(z.enum(['interval', 'on_demand', 'manual']))
  .describe('interval, on-demand or manual');

export const devnetCommand: CliCommand = {
  name: 'devnet',
  summary: 'mine, rewind, reorganize, fund or move the clock of a running devnet node',
  options: ['network', 'dataDir', 'controlUrl', 'tokenFile', 'to', 'json'],
  commands: [
    action('status', 'show tip, pending transactions, mining, clock and snapshots', [], async (client) => {
      const state = await client.state();
      return [state, describeState(state)];
    }),
    action(
      'mine',
      'mine blocks now, with the pending transactions',
      [{ name: '[blocks]', help: 'how many (default: 1)', schema: count }],
      async (client, args, { to, empty, until }) => {
        const [given = 1] = args as [number?];
        const blocks = until === undefined ? given : until - (await client.state()).height;
        if (until !== undefined && blocks < 1) throw new UsageError(`block ${until} is there already`);
        const content = empty === true ? { transactions: false } : {};
        const answer = await client.mine({ blocks, ...content, ...(to !== undefined && { to }) });
        return [answer, `Mined ${countOf(blocks, 'block')}; ${describeTip(answer.state)}.`];
      },
      ['empty', 'until'],
    ),
    action('snapshot', 'remember chain, mempool, clock and mining mode', [], async (client) => {
      const answer = await client.snapshot();
      const { id, height } = answer;
      return [answer, `Snapshot ${id} of block ${height}; cairn devnet revert ${id} restores it.`];
    }),
    action(
      'revert',
      'restore a snapshot',
      [{ name: '<id>', help: 'of the snapshot' }],
      async (client, args) => {
        const [id] = args as [string];
        const answer = await client.revert({ id });
        const { disconnected, connected } = answer.reorganization;
        const moved = `${countOf(disconnected, 'block')} disconnected, ${connected} reconnected`;
        return [answer, `Restored snapshot ${id}: ${moved}; ${describeTip(answer.state)}.`];
      },
    ),
    action(
      'reorganize',
      'replace the newest blocks by a branch with one block more',
      [{ name: '<depth>', help: 'how many blocks to replace', schema: count }],
      async (client, args, { keep }) => {
        const [depth] = args as [number];
        const answer = await client.reorganize({ depth, ...(keep !== undefined && { keep }) });
        const { disconnected, connected, common_height: common } = answer.reorganization;
        const moved = `Replaced ${countOf(disconnected, 'block')} above block ${common} by ${connected}`;
        return [answer, `${moved}; ${describeTip(answer.state)}.`];
      },
      ['keep'],
    ),
    action(
      'advance',
      'move the clock of the node',
      [{ name: '<time>', help: 'like 90s, 15m, 1h or 2d', schema: duration }],
      async (client, args) => {
        const [seconds] = args as [number];
        const answer = await client.time({ advance_seconds: seconds });
        return [answer, `${describeClock(answer.state)}.`];
      },
    ),
    action(
      'fund',
      'pay from a development account, mined at once',
      [
        { name: '<address>', help: 'recipient' },
        { name: '<amount>', help: 'in CRN, like 12.5', schema: coins },
      ],
      async (client, args) => {
        const [address, pebbles] = args as [string, bigint];
        const answer = await client.fund({ address, amount: `${pebbles}` });
        const { block, transaction_id: id } = answer;
        const paid = `Paid ${formatCoins(pebbles)} CRN to ${address} in block ${block.height}`;
        return [answer, `${paid}, transaction ${id}.`];
      },
    ),
    action(
      'drop',
      'drop a pending transaction, with the later ones of its sender',
      [{ name: '<id>', help: 'of the transaction' }],
      async (client, args) => {
        const [id] = args as [string];
        const answer = await client.drop({ transaction_id: id });
        const dropped = countOf(answer.transaction_ids.length, 'transaction');
        return [answer, `Dropped ${dropped}; ${answer.state.pending_count} pending.`];
      },
    ),
    action(
      'dump',
      'write chain, mempool, clock and mining mode to a file, for --load',
      [{ name: '<file>', help: 'is replaced if it exists' }],
      async (client, args) => {
        const [file] = args as [string];
        const dump = await client.dump();
        const { saveDump } = await import('@cairn/suite/dump-file'); // for this command alone
        saveDump(file, dump);
        const { blocks, pending } = dump;
        const counts = { blocks: blocks.length, pending: pending.length, file: resolve(file) };
        const wrote = `${countOf(blocks.length, 'block')} and ${countOf(pending.length, 'pending transaction')}`;
        return [counts, `Wrote ${wrote} to ${file}; cairn dev --load ${file} begins a new chain with them.`];
      },
    ),
    action(
      'mining',
      'set when the node mines by itself',
      [
        { name: '<mode>', help: 'interval, on-demand or manual', schema: miningMode },
        { name: '[seconds]', help: 'between two blocks, for interval', schema: count },
      ],
      async (client, args) => {
        const [mode, seconds] = args as [z.output<typeof miningMode>, number?];
        const answer = await client.mining({
          mode,
          ...(seconds !== undefined && { interval_seconds: seconds }),
        });
        return [answer, `Mining ${describeMining(answer.state)}.`];
      },
    ),
    action(
      'weather',
      'begin or end a weather; without a name, print what it has done as lines of JSON',
      [{ name: '[weather]', help: 'calm, breezy, storm, none, or a file of events' }],
      async (client, args, { seed, blockTime }) => {
        const [name] = args as [string?];
        if (name === undefined) {
          const log = await client.weatherLog();
          return [log, log.events.map((event) => JSON.stringify(event)).join('\n')];
        }
        const answer = await client.weather({
          ...(await weatherOf(name)),
          ...(seed !== undefined && { seed }),
          ...(blockTime !== undefined && { block_seconds: blockTime }),
        });
        return [answer, `${describeWeather(answer.state)}.`];
      },
      ['seed', 'blockTime'],
    ),
  ],
};

/**
 * One action of `cairn devnet`.
 * @param call calls the node. @returns the answer, for `--json`, and a line of text
 * @param own its own options
 */
function action(
  name: string,
  summary: string,
  args: readonly CliArgument[],
  call: (
    client: DevnetClient,
    args: readonly unknown[],
    options: Options,
  ) => Promise<[answer: object, line: string]>,
  own: CliCommand['options'] = [],
): CliCommand {
  return {
    name,
    summary,
    arguments: args,
    options: own,
    async run({ options, args: values, terminal }) {
      requireDevnet(options);
      const [answer, line] = await callNode(options, (client) => call(client, values, options));
      printResult({ options, terminal }, answer, line);
    },
  };
}

function requireDevnet({ network = 'devnet', dataDir }: Options): void {
  if (network !== 'devnet') throw new UsageError(`cairn devnet is for devnet, not for ${network}`);
  const isNamed = dataDir !== undefined && namesIn(dataDir).includes('network');
  const found = isNamed ? readFileSync(join(dataDir, 'network'), 'utf8').trim() : network;
  if (found !== 'devnet' && !found.includes(' fork '))
    throw new UsageError(`${dataDir} belongs to ${found}: cairn devnet is for devnet`);
}

/** Refusals for which a value of the command is the reason. */
const USAGE_CODES = new Set<string>([
  'invalid_request',
  'invalid_address',
  'invalid_depth',
  'invalid_time',
  'snapshot_not_found',
  'not_pending',
] satisfies DevnetErrorCode[]);

/**
 * Calls the first node that answers.
 * @throws UsageError for a URL without a token file, or a value out of the API's bounds; NodeError if no node answers, a node refuses the call (with its message),
 *   or an answer is not valid
 */
export async function callNode<Result>(
  options: Options,
  call: (client: DevnetClient) => Promise<Result>,
): Promise<Result> {
  const { ApiError, createDevnetClient, invalidRequest, TransportError } = await import('@cairn/api/devnet'); // for this command alone
  const places = await placesOf(options);
  for (const [place, connection] of places) {
    try {
      return await call(createDevnetClient(connection));
    } catch (error) {
      if (error instanceof ApiError) {
        const isUsage = USAGE_CODES.has(error.code);
        throw new (isUsage ? UsageError : NodeError)(describeRefusal(error.body, error.message), {
          cause: error,
        });
      }
      if (error instanceof TypeError && error.cause instanceof z.core.$ZodError) {
        throw new UsageError(describeRefusal(invalidRequest(error.cause.issues[0]).body, error.message));
      }
      if (!(error instanceof TransportError)) throw error;
      if (error.code !== 'network') {
        throw new NodeError(`unexpected answer from ${place}: ${error.message}`, { cause: error });
      }
    }
  }
  throw new NodeError(
    `no devnet node answers at ${places.map(([place]) => place).join(' or ')}: start one with cairn dev or cairn start, or name its folder with --data-dir`,
  );
}

/** Where to try: the control port that was named, or the sockets. */
async function placesOf({
  controlUrl: baseUrl,
  tokenFile,
  dataDir,
}: Options): Promise<[place: string, DevnetClientOptions][]> {
  if (baseUrl === undefined) {
    const folders = dataDir === undefined ? devnetFolders() : [resolve(dataDir)];
    return folders.map((folder) => [folder, { socketPath: join(folder, CONTROL_SOCKET) }]);
  }
  if (tokenFile === undefined) throw new UsageError('--control-url needs --token-file PATH');
  return [[baseUrl, { baseUrl, token: await readTokenFile(tokenFile) }]];
}

/** The message of a refused call, with the mempool's reason if there is one. */
function describeRefusal(body: unknown, fallback: string): string {
  const { message, reason } = body as { message?: unknown; reason?: unknown };
  if (typeof message !== 'string') return fallback;
  return typeof reason === 'string' ? `${message} Reason: ${reason}` : message;
}

/** @throws UsageError */
async function weatherOf(name: string): Promise<Parameters<DevnetClient['weather']>[0]> {
  const { readWeather } = await import('@cairn/api/devnet'); // for this command alone
  try {
    return readWeather(name, (path) => readFileSync(path, 'utf8'));
  } catch (error) {
    throw new UsageError((error as Error).message, { cause: error });
  }
}

function describeWeather({ weather }: DevnetState): string {
  if (weather === null) return 'No weather: mining goes on in its mode';
  const { name, seed, api } = weather;
  return `Weather ${name}, seed ${seed}${api === 'clear' ? '' : `; the APIs are ${api}`}`;
}

function describeState(state: DevnetState): string {
  const snapshots = state.snapshots.map(({ id }) => id).join(', ');
  return [
    `Block ${state.height} ${state.tip_id.slice(0, 16)}…`,
    `${state.pending_count} pending`,
    state.weather === null ? `mining ${describeMining(state)}` : describeWeather(state),
    describeClock(state).replace('The clock', 'clock'),
    snapshots === '' ? 'no snapshots' : `snapshots ${snapshots}`,
  ].join('; ');
}

function describeTip({ height, tip_id: id }: DevnetState): string {
  return `the tip is block ${height} ${id.slice(0, 16)}…`;
}

function describeMining({ mining: { mode, interval_seconds: seconds } }: DevnetState): string {
  if (mode === 'interval') return `a block every ${seconds} s`;
  return mode === 'manual' ? 'only when asked' : 'on demand';
}

function describeClock({ clock: { offset_seconds: offset, time } }: DevnetState): string {
  const lead = offset === 0 ? 'the same as' : `${Math.abs(offset)} s ${offset > 0 ? 'ahead of' : 'behind'}`;
  return `The clock is ${lead} the machine’s: ${new Date(time * 1_000).toISOString().replace('.000', '')}`;
}

function countOf(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
