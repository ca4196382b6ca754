/**
 * Opens connections that request the page once and then stay idle. Arguments: port, number of connections. Prints
 * `open` when all are idle, and on SIGTERM `still` with the number of connections that are still open.
 */
import { connect, type Socket } from 'node:net';

const [port, count] = process.argv.slice(2).map(Number) as [number, number];
const request = `GET / HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`;
const sockets: Socket[] = [];
while (sockets.length < count) sockets.push(await openOne());
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
