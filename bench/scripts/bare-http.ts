/** The ceiling of repeated requests: bare `node:http` that sends one response to all. Argument: a file with a `BareResponse`. */
import { readFileSync } from 'node:fs';
import { serve } from './serve.ts';

export interface BareResponse {
  readonly status: number;
  /** Without the length and what `node:http` adds itself. */
  readonly headers: Readonly<Record<string, string>>;
  /** As on the wire, in base64. */
  readonly body: string;
}

const { status, headers, body: base64 } = JSON.parse(readFileSync(process.argv[2]!, 'utf8')) as BareResponse;
const body = Buffer.from(base64, 'base64');
const fields = { ...headers, ...(status !== 304 && { 'Content-Length': `${body.length}` }) };
serve((_, response) => response.writeHead(status, fields).end(status === 304 ? undefined : body));
