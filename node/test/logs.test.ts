import { spawnSync } from 'node:child_process';
import { existsSync, openSync } from 'node:fs';
import { connect } from 'node:net';
import { bytesToHex } from '@cairn/protocol';
import { expect, it } from 'vitest';
import { send, sendRaw } from '@cairn/http/test-support';
import { ACCOUNTS } from '@cairn/chain/test-support';
import { signedTransfer } from '@cairn/chain/mempool/test-support';
import { startNode, WITH_PEERS } from './cairn-process.ts';

it('a complete log never contains the token, and a flood of bad requests causes no lines of its own', async () => {
  const flags = ['--metrics-port', '0', '--log-format', 'json', '--log-level', 'debug'];
  const node = await startNode([...WITH_PEERS, ...flags]);
  const { rpc, rpcUrl, token } = node;
  const [, peerPort = ''] = await node.line(/Listening for peers on \/ip4\/127\.0\.0\.1\/tcp\/(\d+)/);
  await rpc.submitTransaction({ raw: bytesToHex(signedTransfer(ACCOUNTS[1]!)) });
  const authorization = `Bearer ${token}`;
  await send(rpcUrl, `/v1/${token}?token=${token}`, { headers: { authorization } });
  await send(rpcUrl, '/v1/status', { headers: { authorization: `Basic ${token}` } });
  await send(rpcUrl, '/v1/transactions', { method: 'POST', body: token, headers: { authorization } });
  await sendRaw(rpcUrl, `${token} /${token} HTTP/9\r\nAuthorization: ${authorization}\r\n\r\n`);
  for (let number = 0; number < 30; number += 1) {
    await send(rpcUrl, `/v1/status?${number}`, { headers: { authorization: 'Bearer wrong' } });
    await sendRaw(rpcUrl, 'NO HTTP AT ALL\r\n\r\n');
    await sendJunk(Number(peerPort));
  }
  const { code, out, err } = await node.stop();
  expect({ code, err }).toEqual({ code: 0, err: [] });
  expect(out.join('\n')).not.toContain(token);
  const lines = out.map((line) => JSON.parse(line) as { level: string; time: string; msg: string });
  for (const { time, msg } of lines) {
    expect(time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(msg).toEqual(expect.any(String));
  }
  const loud = lines.filter(({ level }) => level !== 'debug');
  expect([loud.length > 5, loud.length < 20]).toEqual([true, true]);
  expect(loud.every(({ level }) => /^(info|warn)$/.test(level))).toBe(true);
});

it.for(['json', 'pretty'])('a %s log without room ends nothing', (format, { skip }) => {
  if (!existsSync('/dev/full')) skip('needs the /dev/full of Linux');
  const script = `import { createLogger } from '@cairn/http/log';
    const logger = createLogger({ format: '${format}', level: 'info' });
    for (let time = 0; time < 3; time += 1) setImmediate(() => logger.info('a line'));`;
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: import.meta.dirname,
    stdio: ['ignore', openSync('/dev/full', 'w'), 'pipe'],
  });
  expect([status, stderr.toString()]).toEqual([0, '']);
});

/** Connects to the peer port, sends bytes that no peer sends, and waits until the node disconnects. */
async function sendJunk(port: number): Promise<void> {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  socket.end('no peer\n');
  await new Promise((resolve) => socket.resume().once('close', resolve));
}
