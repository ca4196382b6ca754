/** Hostile peers in separate processes against a real node, which has an honest peer too. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { residentMebibytes, startNode, WITH_PEERS } from './cairn-process.ts';

const HOSTILE_PEER = fileURLToPath(new URL('hostile-peer.ts', import.meta.url));
/** The limit of docs/OPERATING.md for a machine with two threads, in MiB. */
const MEMORY_BOUND = 600;
const PATIENCE = { timeout: 60_000 };

async function startPeer(flags: readonly string[]) {
  const node = await startNode([...WITH_PEERS, ...flags]);
  const [, address = ''] = await node.line(/Listening for peers on (\/ip4\/127\S+)/);
  return { ...node, address, height: async () => (await node.explorer.status()).height };
}

/** @returns the MiB that the peer has sent so far */
function startAttack(attack: string, victim: { readonly address: string }): () => number {
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
      peak = Math.max(peak, residentMebibytes(node.child));
      return sent() > floodMebibytes && (await node.height()) >= (await inbound.height()) - 1;
    };
    await expect.poll(floodIsOver, PATIENCE).toBe(true);
    const height = await honest.height();
    await expect.poll(node.height, PATIENCE).toBeGreaterThan(height + 2);
    expect(Math.max(peak, residentMebibytes(node.child))).toBeLessThan(MEMORY_BOUND);
    for (const each of [node, inbound, honest]) expect((await each.stop()).code).toBe(0);
  },
);
