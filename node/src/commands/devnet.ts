import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { DevnetClient, DevnetState } from '@cairn/api/devnet';
import { formatCoins, parseCoins } from '@cairn/protocol';
import type { Settings } from './flags.ts';
import { NodeError, UsageError } from '../startup/errors.ts';
import { CONTROL_SOCKET } from '../storage/data-directory.ts';
import type { CliCommand } from './command.ts';

/** The result of a call to the node: an object for `--json`, and a line of text. */
interface Outcome {
  readonly answer: object;
  readonly line: string;
}

/** One action of `cairn devnet`. */
interface Action {
  /** Names of the action's values, as the help shows them; a name in brackets is optional. */
  readonly values: readonly string[];
  /**
   * Parses the values.
   * @returns a function that calls the node
   * @throws UsageError or ProtocolError for an invalid value
   */
  readonly prepare: (
    values: readonly string[],
    settings: Settings,
  ) => (client: DevnetClient) => Promise<Outcome>;
}

const ACTIONS: Readonly<Record<string, Action>> = {
  status: {
    values: [],
    prepare: () => async (client) => {
      const state = await client.state();
      return { answer: state, line: describeState(state) };
    },
  },
  mine: {
    values: ['[BLOCKS]'],
    prepare([count], { flags }) {
      const blocks = count === undefined ? 1 : wholeNumber(count, 'mine');
      return async (client) => {
        const answer = await client.mine({ blocks, ...(flags.to !== undefined && { to: flags.to }) });
        return { answer, line: `Mined ${countOf(blocks, 'block')}; ${describeTip(answer.state)}.` };
      };
    },
  },
  snapshot: {
    values: [],
    prepare: () => async (client) => {
      const answer = await client.snapshot();
      const { id, height } = answer;
      return { answer, line: `Snapshot ${id} of block ${height}; cairn devnet revert ${id} restores it.` };
    },
  },
  revert: {
    values: ['ID'],
    prepare:
      ([id]) =>
      async (client) => {
        const answer = await client.revert({ id: id! });
        const { disconnected, connected } = answer.reorganization;
        const moved = `${countOf(disconnected, 'block')} disconnected, ${connected} reconnected`;
        return { answer, line: `Restored snapshot ${id}: ${moved}; ${describeTip(answer.state)}.` };
      },
  },
  reorganize: {
    values: ['DEPTH'],
    prepare([text]) {
      const depth = wholeNumber(text!, 'reorganize');
      return async (client) => {
        const answer = await client.reorganize({ depth });
        const { disconnected, connected, common_height: common } = answer.reorganization;
        const moved = `Replaced ${countOf(disconnected, 'block')} above block ${common} by ${connected}`;
        return { answer, line: `${moved}; ${describeTip(answer.state)}.` };
      };
    },
  },
  advance: {
    values: ['TIME'],
    prepare([time]) {
      const seconds = parseDuration(time!);
      return async (client) => {
        const answer = await client.time({ advance_seconds: seconds });
        return { answer, line: `${describeClock(answer.state)}.` };
      };
    },
  },
  fund: {
    values: ['ADDRESS', 'AMOUNT'],
    prepare([address, amount]) {
      const pebbles = parseCoins(amount!);
      return async (client) => {
        const answer = await client.fund({ address: address!, amount: `${pebbles}` });
        const { block, transaction_id: id } = answer;
        const paid = `Paid ${formatCoins(pebbles)} CRN to ${address} in block ${block.height}`;
        return { answer, line: `${paid}, transaction ${id}.` };
      };
    },
  },
  mining: {
    values: ['MODE', '[SECONDS]'],
    prepare([text, seconds]) {
      const mode = parseMode(text!);
      const interval = seconds === undefined ? undefined : wholeNumber(seconds, 'mining interval');
      return async (client) => {
        const answer = await client.mining({
          mode,
          ...(interval !== undefined && { interval_seconds: interval }),
        });
        return { answer, line: `Mining ${describeMining(answer.state)}.` };
      };
    },
  },
};

const USAGES = Object.entries(ACTIONS).map(([name, { values }]) => [name, ...values].join(' '));

/** `cairn devnet …`: controls a running devnet node over its control socket. */
export const devnetCommand: CliCommand = {
  name: 'devnet',
  summary: 'mine, rewind, reorganize, fund or move the clock of a running devnet node',
  argument: { name: 'action', help: USAGES.join(' | ') },
  furtherArguments: { name: 'values', help: 'as the action requires' },
  flags: ['network', 'data-dir', 'to', 'json'],
  async run({ settings, positional: [name = '', ...values], terminal }) {
    const action = requireAction(name, values);
    requireDevnet(settings);
    const { answer, line } = await callNode(settings, action.prepare(values, settings));
    terminal.out(settings.flags.json === true ? JSON.stringify(answer) : line);
    return 0;
  },
};

function requireAction(name: string, values: readonly string[]): Action {
  const action = Object.hasOwn(ACTIONS, name) ? ACTIONS[name] : undefined;
  if (action === undefined) {
    throw new UsageError(`there is no devnet action "${name}"; the actions are ${USAGES.join(', ')}`);
  }
  const required = action.values.filter((value) => !value.startsWith('[')).length;
  if (values.length >= required && values.length <= action.values.length) return action;
  throw new UsageError(`usage: cairn devnet ${[name, ...action.values].join(' ')}`);
}

function requireDevnet({ flags: { network = 'devnet', dataDir } }: Settings): void {
  if (network !== 'devnet') throw new UsageError(`cairn devnet is for devnet, not for ${network}`);
  const file = dataDir === undefined ? undefined : join(dataDir, 'network');
  const found = file !== undefined && existsSync(file) ? readFileSync(file, 'utf8').trim() : network;
  if (found !== 'devnet') throw new NodeError(`${dataDir} belongs to ${found}: cairn devnet is for devnet`);
}

/** Data directories to try without `--data-dir`: the one that `npm start` uses in this checkout, then the node's default. */
function defaultFolders(): string[] {
  const checkout = fileURLToPath(new URL('../../../.cairn/devnet', import.meta.url));
  return [checkout, join(homedir(), '.cairn', 'devnet')];
}

/**
 * Calls the first node that answers.
 * @throws NodeError if no node answers, a node refuses the call (with its message), or an answer is not valid
 */
async function callNode<Result>(
  { flags: { dataDir } }: Settings,
  call: (client: DevnetClient) => Promise<Result>,
): Promise<Result> {
  // Loaded here because no other command needs this client.
  const { ApiError, createDevnetClient, TransportError } = await import('@cairn/api/devnet');
  const folders = dataDir === undefined ? defaultFolders() : [resolve(dataDir)];
  for (const socketPath of folders.map((folder) => join(folder, CONTROL_SOCKET))) {
    if (!existsSync(socketPath)) continue;
    try {
      return await call(createDevnetClient({ socketPath }));
    } catch (error) {
      if (error instanceof ApiError)
        throw new NodeError(describeRefusal(error.body, error.message), { cause: error });
      if (!(error instanceof TransportError)) throw error;
      if (error.kind !== 'network') {
        throw new NodeError(`unexpected answer from ${socketPath}: ${error.message}`, { cause: error });
      }
    }
  }
  throw new NodeError(
    `no devnet node answers in ${folders.join(' or ')}: start one with npm start, or name its folder with --data-dir`,
  );
}

/** The message of a refused call, with the mempool's reason if there is one. */
function describeRefusal(body: unknown, fallback: string): string {
  const { message, reason } = body as { message?: unknown; reason?: unknown };
  if (typeof message !== 'string') return fallback;
  return typeof reason === 'string' ? `${message} Reason: ${reason}` : message;
}

function wholeNumber(text: string, action: string): number {
  if (/^\d{1,10}$/.test(text)) return Number(text);
  throw new UsageError(`cairn devnet ${action} takes a whole number, not "${text}"`);
}

const UNITS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400 };

/** Parses a duration like `90`, `90s`, `15m`, `1h` or `2d` to seconds. */
function parseDuration(text: string): number {
  const [, digits, unit = 's'] = /^(\d{1,9})([smhd])?$/.exec(text) ?? [];
  if (digits !== undefined) return Number(digits) * UNITS[unit]!;
  throw new UsageError(`cairn devnet advance takes a time like 90s, 15m, 1h or 2d, not "${text}"`);
}

function parseMode(text: string): DevnetState['mining']['mode'] {
  const mode = text.replace('-', '_');
  if (mode === 'interval' || mode === 'on_demand' || mode === 'manual') return mode;
  throw new UsageError(`cairn devnet mining takes interval, on-demand or manual, not "${text}"`);
}

function describeState(state: DevnetState): string {
  const snapshots = state.snapshots.map(({ id }) => id).join(', ');
  return [
    `Block ${state.height} ${state.tip_id.slice(0, 16)}…`,
    `${state.pending_count} pending`,
    `mining ${describeMining(state)}`,
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
