import { createServer, type RequestListener, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { ReplyBatch } from './reply-batch.ts';

let server: Server;
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

async function listen(listener: RequestListener): Promise<number> {
  server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

/** Sends a text and gives what came back once it holds so many answers. */
function exchange(socket: Socket, text: string, answers: number): Promise<string> {
  return new Promise((resolve, reject) => {
    let received = '';
    socket.setEncoding('latin1').on('error', reject);
    socket.on('data', (part: string) => {
      received += part;
      if (received.split('HTTP/1.1').length > answers) resolve(received);
    });
    socket.write(text);
  });
}

const request = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`;

it('sends status, head and body, in the order of the requests', async () => {
  const replies = new ReplyBatch();
  const port = await listen(({ url }, response) => {
    const body = url === '/bytes' ? Buffer.from('bytes') : url!;
    replies.add(response, 201, ['content-length', String(body.length), 'x-url', url!], body);
  });
  const socket = connect(port, '127.0.0.1');
  const received = await exchange(socket, ['/a', '/bytes', '/c'].map(request).join(''), 3);
  expect(received.match(/HTTP\/1.1 201|x-url: \/\w+|\r\n\r\n[\w/]+?(?=HTTP|$)/g)).toEqual(
    ['/a', '/bytes', '/c'].flatMap((url) => [
      'HTTP/1.1 201',
      `x-url: ${url}`,
      `\r\n\r\n${url === '/bytes' ? 'bytes' : url}`,
    ]),
  );
  socket.destroy();
});

it('sends an answer without a body', async () => {
  const replies = new ReplyBatch();
  const port = await listen((_, response) => replies.add(response, 304, ['etag', '"a"']));
  const socket = connect(port, '127.0.0.1');
  expect(await exchange(socket, request('/'), 1)).toMatch(/^HTTP\/1.1 304 .*etag: "a"/s);
  socket.destroy();
});

it('goes on when a client left before its answer', async () => {
  const replies = new ReplyBatch();
  const port = await listen((message, response) => {
    if (message.url === '/gone') message.socket.destroy();
    replies.add(response, 200, ['content-length', '2'], 'ok');
  });
  const gone = connect(port, '127.0.0.1');
  const closed = new Promise((resolve) => gone.on('error', resolve).on('close', resolve));
  gone.write(request('/gone'));
  await closed;
  const socket = connect(port, '127.0.0.1');
  expect(await exchange(socket, request('/'), 1)).toContain('\r\n\r\nok');
  socket.destroy();
});

it('sends what waits once that is more than 1 MiB', async () => {
  const replies = new ReplyBatch();
  const body = Buffer.alloc(600 * 1024, 'a');
  const wasSent: boolean[] = [];
  const port = await listen((_, response) => {
    replies.add(response, 200, ['content-length', String(body.length)], body);
    wasSent.push(response.headersSent);
  });
  const socket = connect(port, '127.0.0.1');
  await exchange(socket, request('/').repeat(4), 4);
  expect(wasSent).toEqual([false, true, false, true]);
  socket.destroy();
});
