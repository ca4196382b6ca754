/**
 * Opens connections that ask once and then rest. Argument: a file with a `LoadOrder` (JSON). Prints `open` when all rest,
 * and on SIGTERM how many of them are still open.
 */
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import type { LoadOrder } from './load.ts';

const { port, request, connections } = JSON.parse(readFileSync(process.argv[2]!, 'utf8')) as LoadOrder;
const sockets: Socket[] = [];
for (let count = 0; count < connections; count += 1) sockets.push(await openOne());
console.log('open');
process.on('SIGTERM', () => {
  console.log(`still ${sockets.filter(({ closed }) => !closed).length}`);
  process.exit(0);
});

function openOne(): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1').on('error', reject);
    socket.once('data', () => {
      socket.off('error', reject).on('error', () => undefined);
      resolve(socket.resume());
    });
    socket.write(request, 'latin1');
  });
}
