import type { FastifyReply } from 'fastify';

/** A status with a JSON body, and headers beyond those that every response has. */
export interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Content type of every JSON body, to the byte: JSON has no charset parameter (RFC 8259). */
export const JSON_TYPE = 'application/json';

/** Sends a JSON text, or its bytes, as it stands. */
export function sendJson(reply: FastifyReply, json: string | Buffer): FastifyReply {
  // With a serializer of its own, Fastify adds no charset to the type.
  return reply.header('Content-Type', JSON_TYPE).serializer(asItStands).send(json);
}

function asItStands(json: unknown): string {
  return json as string;
}

/** Sends a status and a JSON body; nothing of it may be cached. */
export function sendAnswer(reply: FastifyReply, { status, body, headers }: Answer): FastifyReply {
  if (headers !== undefined) reply.headers(headers);
  return sendJson(reply.code(status).header('Cache-Control', 'no-store'), JSON.stringify(body));
}
