import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { send } from '@cairn/http/test-support';
import { runCommand, startCairn, temporaryFolder } from './cairn-process.ts';

const FLAGS = ['--explorer-port', '0', '--rpc-port', '0', '--p2p-port', '0', '--no-mdns'];
/** Milliseconds from the first of 100 answers to the signal; -1: no requests, right after the API listens. */
const SIGNAL_DELAYS = [-1, 5];

/**
 * Runs a mining node: 100 requests at once, then SIGTERM.
 * @returns how each request ended
 */
async function runAndStop(path: string, delay: number): Promise<string[]> {
  const flags = ['--mine', '--mine-interval', '0.05', '--demo-traffic', '20'];
  const node = startCairn(['start', '--data-dir', path, ...FLAGS, ...flags]);
  const [, baseUrl = ''] = await node.line(/Explorer API at (http:\S+)/);
  const requests = delay < 0 ? [] : Array.from({ length: 100 }, () => send(baseUrl, '/api/v1/blocks'));
  const outcomes = Promise.allSettled(requests);
  if (delay >= 0) await Promise.race(requests);
  await sleep(Math.max(0, delay));
  const { code, out, err } = await node.stop();
  expect({ delay, code, err }).toEqual({ delay, code: 0, err: [] });
  expect(out.at(-1)).toContain('Stopped.');
  return (await outcomes).map((outcome) => {
    if (outcome.status === 'fulfilled') return `${outcome.value.status}`;
    // Node's error for an incomplete answer; all others occur before its first byte.
    return (outcome.reason as Error).message === 'aborted' ? 'incomplete' : 'refused';
  });
}

it('SIGTERM at any moment under 100 requests leaves no answer incomplete, and closes the stores', async () => {
  const path = join(temporaryFolder(), 'node');
  for (const delay of SIGNAL_DELAYS) {
    const kinds = await runAndStop(path, delay);
    // A refused connection is fine: the request never began.
    expect(kinds.filter((kind) => kind !== '200' && kind !== 'refused')).toEqual([]);
    if (delay >= 0) expect(kinds).toContain('200');
    const { code, err } = await runCommand(['status', '--data-dir', path, '--rpc-port', '1']);
    // No recovery is logged: the stores were closed cleanly.
    expect({ delay, code, err }).toEqual({ delay, code: 0, err: [] });
  }
});
