/** Hostile peers in separate processes against a real node, which has an honest peer too. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { send } from '@cairn/http/test-support';
import { expect, it, onTestFinished } from 'vitest';
import { residentMebibytes, startCairn, temporaryFolder, type Running } from './cairn-process.ts';

const HOSTILE_PEER = fileURLToPath(new URL('hostile-peer.ts', import.meta.url));
/** The limit of docs/OPERATING.md for a machine with two threads, in MiB. */
const MEMORY_BOUND = 600;
const PATIENCE = { timeout: 60_000 };

interface DevnetPeer extends Running {
  /** `/ip4/127.0.0.1/tcp/…/p2p/…` */
  readonly address: string;
  readonly height: () => Promise<number>;
}

async function startPeer(flags: readonly string[]): Promise<DevnetPeer> {
  const ports = ['--explorer-port', '0', '--rpc-port', '0', '--p2p-port', '0', '--p2p-host', '127.0.0.1'];
  const path = join(temporaryFolder(), 'node');
  const node = startCairn(['start', '--network', 'devnet', '--data-dir', path, ...ports, ...flags]);
  const [, url = ''] = await node.line(/Explorer API at (http:\S+)/);
  const [, address = ''] = await node.line(/Listening for peers on (\/ip4\/127\S+)/);
  const height = async (): Promise<number> =>
    ((await send(url, '/api/v1/status')).json as { height: number }).height;
  return { ...node, address, height };
}

/** @returns the MiB that the peer has sent so far */
function startAttack(attack: string, victim: DevnetPeer): () => number {
  const child = spawn(process.execPath, [HOSTILE_PEER, attack, victim.address], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let sent = 0;
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    for (const [, mebibytes] of text.matchAll(/sent ([\d.]+)/g)) sent = Number(mebibytes);
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return () => sent;
}

it.each([
  ['a branch of headers without end and without bodies', 'headers', 2],
  ['short branches that claim more work than any chain', 'branches', 0.3],
  ['blocks with unknown parents', 'orphans', 40],
])(
  'a flood of %s uses bounded memory, and the honest chain is still received',
  async (_, attack, floodMebibytes) => {
    const honest = await startPeer(['--mine', '--mine-interval', '0.5']);
    const node = await startPeer([]);
    const sent = startAttack(attack, node);
    await expect.poll(sent, PATIENCE).toBeGreaterThan(0);
    // The only honest connection is inbound and comes last: the node cannot pass the test by a good choice of the peers
    // to which it connects.
    const inbound = await startPeer(['--peer', honest.address, '--peer', node.address]);
    let peak = 0;
    const floodIsOver = async (): Promise<boolean> => {
      peak = Math.max(peak, residentMebibytes(node.child.pid!));
      return sent() > floodMebibytes && (await node.height()) >= (await inbound.height()) - 1;
    };
    await expect.poll(floodIsOver, PATIENCE).toBe(true);
    const height = await honest.height();
    await expect.poll(node.height, PATIENCE).toBeGreaterThan(height + 2);
    expect(Math.max(peak, residentMebibytes(node.child.pid!))).toBeLessThan(MEMORY_BOUND);
    for (const each of [node, inbound, honest]) expect((await each.stop()).code).toBe(0);
  },
);
