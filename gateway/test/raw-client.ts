import { connect, type Socket } from 'node:net';

/** A response as received. */
export interface RawResponse {
  readonly status: number;
  /** Values by lowercase name; those of a repeated name are joined with a line feed. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Everything received on one connection. */
export interface RawExchange {
  readonly responses: readonly RawResponse[];
  /** True if the other side closed the connection. */
  readonly closed: boolean;
  /** All bytes that arrived, as Latin-1. */
  readonly bytes: string;
}

export interface RawOptions {
  readonly host?: string;
  /** Stop reading after this many responses; by default when the connection is closed. */
  readonly responses?: number;
  /** Stop after this many milliseconds (5,000) and return the responses that have arrived. */
  readonly patience?: number;
}

/** Writes bytes to a port and reads the responses, without any normalization. */
export function sendBytes(port: number, bytes: string, options: RawOptions = {}): Promise<RawExchange> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: options.host ?? '127.0.0.1', allowHalfOpen: true });
    let received = '';
    const finish = (closed: boolean): void => {
      clearTimeout(timer);
      socket.destroy();
      resolve({ responses: parseResponses(received), closed, bytes: received });
    };
    const timer = setTimeout(() => finish(false), options.patience ?? 5_000);
    socket.on('connect', () => socket.write(Buffer.from(bytes, 'latin1')));
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1');
      if (options.responses !== undefined && parseResponses(received).length >= options.responses)
        finish(false);
    });
    socket.on('end', () => finish(true));
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNRESET' || error.code === 'EPIPE') finish(true);
      else reject(error);
    });
  });
}

/** Opens a connection that stays idle after its first bytes. */
export function openSocket(port: number, firstBytes = ''): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1' });
    socket.once('error', reject);
    socket.once('connect', () => {
      socket.off('error', reject);
      socket.on('error', () => undefined);
      if (firstBytes !== '') socket.write(firstBytes);
      resolve(socket);
    });
  });
}

/** Complete responses at the start of `text`. A response without Content-Length has no body here. */
function parseResponses(text: string): RawResponse[] {
  const responses: RawResponse[] = [];
  let at = 0;
  for (;;) {
    const end = text.indexOf('\r\n\r\n', at);
    if (end === -1) return responses;
    const [statusLine = '', ...lines] = text.slice(at, end).split('\r\n');
    const headers = parseHeaders(lines);
    const bodyAt = end + 4;
    const length = Number(headers['content-length'] ?? 0);
    if (text.length < bodyAt + length) return responses;
    responses.push({
      status: Number(statusLine.split(' ')[1]),
      headers,
      body: text.slice(bodyAt, bodyAt + length),
    });
    at = bodyAt + length;
  }
}

function parseHeaders(lines: readonly string[]): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const line of lines) {
    const colon = line.indexOf(':');
    const name = line.slice(0, colon).toLowerCase();
    const value = line.slice(colon + 1).trim();
    headers[name] = headers[name] === undefined ? value : `${headers[name]}\n${value}`;
  }
  return headers;
}
