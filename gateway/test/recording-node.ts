import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/** A request as the node received it. */
export interface Recorded {
  readonly method: string;
  /** The raw target. */
  readonly target: string;
  readonly rawHeaders: readonly string[];
  readonly body: string;
  /** Every byte that arrived on its connection, as Latin-1. */
  readonly bytes: string;
}

/** Answers a request of the gateway. */
export type NodeBehaviour = (request: Recorded, response: ServerResponse) => void;

/** An HTTP server in place of the node. It records all requests. */
export interface RecordingNode {
  readonly port: number;
  readonly requests: Recorded[];
  /** Sets the answer to the next requests; at first, 200 with `{"ok":true}`. */
  behave(behaviour: NodeBehaviour): void;
  close(): Promise<void>;
}

/** Answers every request with this status and JSON. */
export function answerWith(
  status: number,
  value: unknown,
  headers: Record<string, string> = {},
): NodeBehaviour {
  return (_, response) => {
    const body = JSON.stringify(value);
    const length = Buffer.byteLength(body);
    const own = { 'Content-Type': 'application/json; charset=utf-8', 'Content-Length': length };
    response.writeHead(status, { ...own, ...headers }).end(body);
  };
}

/** Starts a recording node, by default on a free port. */
export async function startRecordingNode(port = 0): Promise<RecordingNode> {
  const requests: Recorded[] = [];
  const received = new WeakMap<Socket, Buffer[]>();
  let behaviour = answerWith(200, { ok: true });
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const recorded = await record(request, () => Buffer.concat(received.get(request.socket)!));
    requests.push(recorded);
    behaviour(recorded, response);
  };
  const server = createServer((request, response) => void serve(request, response));
  server.on('connection', (socket) => {
    const chunks: Buffer[] = [];
    received.set(socket, chunks);
    socket.on('data', (chunk) => chunks.push(chunk));
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    requests,
    behave: (next) => (behaviour = next),
    close: async () => {
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

async function record(request: IncomingMessage, bytes: () => Buffer): Promise<Recorded> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of request) chunks.push(chunk as Uint8Array);
  return {
    method: request.method!,
    target: request.url!,
    rawHeaders: request.rawHeaders,
    body: Buffer.concat(chunks).toString('latin1'),
    bytes: bytes().toString('latin1'),
  };
}
