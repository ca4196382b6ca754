import { connect } from 'node:net';
import { bytesToHex } from '@cairn/protocol';
import { expect, it } from 'vitest';
import { send, sendRaw } from '@cairn/http/test-support';
import { ACCOUNTS } from '@cairn/chain/test-support';
import { signedTransfer } from '@cairn/chain/mempool/test-support';
import { startNode, WITH_PEERS } from './cairn-process.ts';

const FLAGS = [...WITH_PEERS, '--metrics-port', '0'];

it('a complete log never contains the token, wherever a request contains it', async () => {
  const node = await startNode([...FLAGS, '--log-format', 'json', '--log-level', 'debug']);
  const { rpc, rpcUrl, token } = node;
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
  const node = await startNode(FLAGS);
  const [, peerPort = ''] = await node.line(/Listening for peers on \/ip4\/127\.0\.0\.1\/tcp\/(\d+)/);
  for (let number = 0; number < 30; number += 1) {
    await send(node.rpcUrl, `/v1/status?${number}`, { headers: { authorization: 'Bearer wrong' } });
    await sendRaw(node.rpcUrl, 'NO HTTP AT ALL\r\n\r\n');
    await sendJunk(Number(peerPort));
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
