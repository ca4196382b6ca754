import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/** What malformed HTTP gets, before there is a request that a route could see. */
interface RawAnswer {
  readonly status: number;
  /**
   * Of the status line. Not from `STATUS_CODES`: a module that imports `node:http` evaluates all that it exports, undici
   * included, which is 30 ms of a node's start.
   */
  readonly reason: string;
  readonly error: string;
  readonly message: string;
}

const BAD_REQUEST: RawAnswer = {
  status: 400,
  reason: 'Bad Request',
  error: 'bad_request',
  message: 'The request is not valid HTTP.',
};

/** By the error codes of Node's HTTP parser. */
const ANSWERS: Readonly<Record<string, RawAnswer>> = {
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: 408,
    reason: 'Request Timeout',
    error: 'request_timeout',
    message: 'The request did not arrive in time.',
  },
  HPE_HEADER_OVERFLOW: {
    status: 431,
    reason: 'Request Header Fields Too Large',
    error: 'request_header_fields_too_large',
    message: 'The request head is larger than 16 KiB.',
  },
};

/** Header fields by their names. */
export type HeaderFields = Readonly<Record<string, string>>;

/**
 * Answers what the HTTP parser refused, in JSON, and ends the connection.
 * @param fields that the answer gets as well
 */
export function answerClientError(error: NodeJS.ErrnoException, socket: Duplex, fields: HeaderFields): void {
  if (ending.has(socket) && error.code !== 'ECONNRESET') return; // more of the same
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  endWith(socket, ANSWERS[error.code ?? ''] ?? BAD_REQUEST, fields);
}

/** Connections that get their last answer, or wait for it. */
const ending = new WeakSet<Duplex>();

/**
 * Answers last, behind what was asked before. Gives the client a moment to read: destroying at once could discard answers
 * together with bytes of its own that were not read.
 */
function endWith(socket: Duplex, answer: RawAnswer, fields: HeaderFields): void {
  ending.add(socket);
  socket.on('error', () => socket.destroy());
  whenAnswered(socket, () => {
    if (socket.writable) socket.end(rawResponse(answer, fields));
  });
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}

const LINGER_MS = 500;

/** The answer that a connection is at, where Node keeps it and looks for it itself when it meets malformed HTTP. */
interface AnsweringSocket extends Duplex {
  readonly _httpMessage?: ServerResponse | null;
}

/**
 * Waits for the answers under way: bytes written before their end would be read as part of them, or as the answer to a
 * request that came whole. One whose request is what broke off is not to come.
 */
function whenAnswered(socket: AnsweringSocket, goOn: () => void): void {
  const { _httpMessage: answer } = socket;
  if (!answer || !(answer.headersSent || answer.req.complete)) goOn();
  else answer.once('finish', () => whenAnswered(socket, goOn));
}

/**
 * Answers in JSON what Node would answer with an empty body or a cut connection: an expectation other than
 * `100-continue`, and CONNECT.
 * @param fields that the answers get as well
 */
export function answerRareRequests(server: Server, fields: HeaderFields): void {
  server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => {
    const body = JSON.stringify({ error: 'expectation_failed', message: 'The expectation cannot be met.' });
    response.writeHead(417, { ...HEADERS, ...fields, 'Content-Length': Buffer.byteLength(body) }).end(body);
  });
  server.on('connect', (_request: IncomingMessage, socket: Duplex) => {
    endWith(socket, { ...BAD_REQUEST, message: 'This server is no proxy.' }, fields);
  });
}

const HEADERS = {
  'Content-Type': 'application/json',
  'X-Content-Type-Options': 'nosniff',
  Connection: 'close',
};

function rawResponse({ status, reason, error, message }: RawAnswer, fields: HeaderFields): string {
  const body = JSON.stringify({ error, message });
  const head = [
    `HTTP/1.1 ${status} ${reason}`,
    ...Object.entries({ ...HEADERS, ...fields }).map(([name, value]) => `${name}: ${value}`),
    `Content-Length: ${Buffer.byteLength(body)}`,
  ];
  return `${head.join('\r\n')}\r\n\r\n${body}`;
}
