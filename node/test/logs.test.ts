import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { createRpcClient } from '@cairn/api/rpc';
import { bytesToHex } from '@cairn/protocol';
import { expect, it } from 'vitest';
import { send, sendRaw } from '@cairn/http/test-support';
import { ACCOUNTS, signedTransfer } from '../src/mempool/test-support.ts';
import { startCairn, temporaryFolder } from './cairn-process.ts';

const ANY_PORTS = ['--explorer-port', '0', '--rpc-port', '0', '--p2p-port', '0', '--metrics-port', '0'];

async function startNode(flags: readonly string[]) {
  const path = join(temporaryFolder(), 'node');
  const node = startCairn(['start', '--data-dir', path, ...ANY_PORTS, ...flags]);
  const [, rpcUrl = ''] = await node.line(/Private RPC at (http:[^\s"]+)/);
  const [, peerPort = ''] = await node.line(/Listening for peers on \/ip4\/127\.0\.0\.1\/tcp\/(\d+)/);
  const token = readFileSync(join(path, 'rpc.token'), 'utf8').trim();
  return { ...node, path, rpcUrl, peerPort: Number(peerPort), token };
}

it('a complete log never contains the token, wherever a request contains it', async () => {
  const node = await startNode(['--log-format', 'json', '--log-level', 'debug']);
  const { rpcUrl, token } = node;
  const rpc = createRpcClient({ baseUrl: rpcUrl, token });
  await rpc.submitTransaction({ raw: bytesToHex(signedTransfer(ACCOUNTS[1]!)) });
  const authorization = `Bearer ${token}`;
  await send(rpcUrl, `/v1/${token}?token=${token}`, { headers: { authorization } });
  await send(rpcUrl, '/v1/status', { headers: { authorization: `Basic ${token}` } });
  await send(rpcUrl, '/v1/transactions', { method: 'POST', body: token, headers: { authorization } });
  await sendRaw(rpcUrl, `${token} /${token} HTTP/9\r\nAuthorization: ${authorization}\r\n\r\n`);
  const { code, out, err } = await node.stop();
  expect({ code, err }).toEqual({ code: 0, err: [] });
  expect(out.length).toBeGreaterThan(5);
  expect(out.join('\n')).not.toContain(token);
  for (const line of out) {
    expect(JSON.parse(line)).toMatchObject({
      level: expect.stringMatching(/^(debug|info|warn|error)$/) as string,
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string,
      msg: expect.any(String) as string,
    });
  }
});

it('a flood of bad requests causes no lines', async () => {
  const node = await startNode([]);
  for (let number = 0; number < 30; number += 1) {
    await send(node.rpcUrl, `/v1/status?${number}`, { headers: { authorization: 'Bearer wrong' } });
    await sendRaw(node.rpcUrl, 'NO HTTP AT ALL\r\n\r\n');
    await sendJunk(node.peerPort);
  }
  const { code, out, err } = await node.stop();
  expect({ code, err }).toEqual({ code: 0, err: [] });
  expect(out.length).toBeLessThan(20);
});

/** Connects to the peer port, sends bytes that no peer sends, and waits until the node disconnects. */
async function sendJunk(port: number): Promise<void> {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  socket.end('no peer\n');
  await new Promise((resolve) => socket.resume().once('close', resolve));
}
