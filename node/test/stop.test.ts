/** Signals while a program starts, while it works, and while clients wait for it. */
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { send } from '@cairn/http/test-support';
import { expect, it } from 'vitest';
import {
  ALONE,
  runCommand,
  startCairn,
  startNode,
  startNodeHere,
  temporaryFolder,
  type Running,
  WITH_PEERS,
} from './cairn-process.ts';

/** Bit of SIGHUP (signal 1) in the mask of caught signals. */
const SIGHUP_BIT = 1n;

const newPath = (): string => join(temporaryFolder(), 'node');

/**
 * Resolves once the program handles signals, about 40 ms after its start. SIGHUP shows that: Node itself catches the
 * other two to restore the terminal.
 */
async function untilSignalsAreHandled({ child }: Running): Promise<void> {
  for (;;) {
    const caught = /SigCgt:\s+(\w+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1] ?? '0';
    if ((BigInt(`0x${caught}`) & SIGHUP_BIT) !== 0n) return;
    await sleep(1);
  }
}

// The delay is the time from the moment when the program handles signals, in milliseconds.
it.skipIf(process.platform !== 'linux').each<[signal: NodeJS.Signals, delay: number]>([
  ['SIGINT', 0],
  ['SIGHUP', 200],
])('%s %i ms after the beginning ends a start with exit code 0', async (signal, delay) => {
  const running = startCairn(['start', '--data-dir', newPath(), '--index', ...WITH_PEERS]);
  await untilSignalsAreHandled(running);
  await sleep(delay);
  expect(await running.stop(signal)).toMatchObject({ code: 0, err: [] });
});

it('a stop during an index rebuild ends the start, and the next start resumes the rebuild', async () => {
  const path = newPath();
  await runCommand(['mine', '--blocks', '40', '--data-dir', path]);
  rmSync(join(path, 'core'), { recursive: true });
  const first = startCairn(['start', '--data-dir', path, ...ALONE]);
  await first.line(/building .*core/);
  expect(await first.stop()).toMatchObject({ code: 0, err: [] });
  const { explorer } = await startNodeHere(ALONE, path);
  expect(await explorer.status()).toMatchObject({ height: 40, ready: true });
});

it('SIGTERM under 100 requests leaves no answer incomplete, and closes the stores', async () => {
  const path = newPath();
  const mining = ['--mine', '--mine-interval', '0.05', '--demo-traffic', '20'];
  const node = await startNode([...ALONE, '--index', ...mining], path);
  const requests = Array.from({ length: 100 }, () => send(node.explorerUrl, '/api/v1/blocks'));
  const outcomes = Promise.allSettled(requests);
  await Promise.race(requests);
  await sleep(5);
  const { code, out, err } = await node.stop();
  expect({ code, err }).toEqual({ code: 0, err: [] });
  expect(out.at(-1)).toContain('Stopped.');
  const kinds = (await outcomes).map((outcome) => {
    if (outcome.status === 'fulfilled') return `${outcome.value.status}`;
    // Node's error for an incomplete answer; all others occur before its first byte.
    return (outcome.reason as Error).message === 'aborted' ? 'incomplete' : 'refused';
  });
  // A refused connection is fine: the request never began.
  expect(kinds.filter((kind) => kind !== '200' && kind !== 'refused')).toEqual([]);
  expect(kinds).toContain('200');
  // No recovery is logged: the stores were closed cleanly.
  const status = await runCommand(['status', '--data-dir', path, '--rpc-port', '1']);
  expect(status).toMatchObject({ code: 0, err: [] });
});

it('a stop that a client delays ends at once on a second signal', async () => {
  const node = await startNode();
  const { hostname, port } = new URL(node.rpcUrl);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => {}); // the connection breaks when the node ends
  await once(socket, 'connect');
  socket.write(
    `POST /v1/transactions HTTP/1.1\r\nHost: here\r\nAuthorization: Bearer ${node.token}\r\n` +
      'Content-Type: application/json\r\nExpect: 100-continue\r\nContent-Length: 100\r\n\r\n',
  );
  await once(socket, 'data'); // it waits for the body
  node.child.kill('SIGINT');
  await node.line(/SIGINT: stopping/);
  await sleep(400); // signals that come together are one
  expect((await node.stop('SIGINT')).code).toBe(1);
  socket.destroy();
});
