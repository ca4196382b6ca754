import type { Stream } from '@libp2p/interface';
import { expect, it } from 'vitest';
import { framesOf } from './wire.ts';
import { expectSoon, openHostilePeer } from './test-support.ts';

const MEBIBYTE = 2 ** 20;

it('writing a message does not resolve while its reader reads nothing, whatever else the connection carries', async () => {
  const [writer, reader] = [await openHostilePeer(), await openHostilePeer()];
  let taken = 0;
  await reader.host.handle('/stuck/1', (stream: Stream) => {
    Object.assign(stream, { sendWindowUpdate: () => undefined });
  });
  await reader.host.handle('/busy/1', (stream: Stream) => {
    stream.addEventListener('message', ({ data }) => (taken += data.byteLength));
  });
  const connection = await writer.host.dial(reader.host.getMultiaddrs());
  const over = new AbortController();
  const stuck = framesOf(await connection.newStream('/stuck/1'), { maximum: 1 }, over.signal);
  let isWritten = false;
  const writing = stuck.write(new Uint8Array(4 * MEBIBYTE)).then(() => (isWritten = true));
  const busy = framesOf(await connection.newStream('/busy/1'), { maximum: 1 }, over.signal);
  for (let count = 1; count <= 2; count += 1) {
    await busy.write(new Uint8Array(8 * MEBIBYTE));
    await expectSoon('the busy one has read it', () => taken >= count * 8 * MEBIBYTE);
  }
  expect(isWritten).toBe(false);
  over.abort(new Error('enough'));
  await expect(writing).rejects.toThrow('enough');
});
