import type { FastifyReply, FastifyRequest } from 'fastify';
import { namesEntityTag } from './entity-tag.ts';
import type { Validators } from './respond.ts';

/** Whether the client's copy is the one that this tag names. */
export function hasCopy(request: FastifyRequest, tag: string): boolean {
  return namesEntityTag(request.headers['if-none-match'], tag);
}

/** Whether the client wants an answer only where there was nothing: `*` is judged once something was found. */
export function wantsNothingThatExists(request: FastifyRequest): boolean {
  return request.headers['if-none-match'] === '*';
}

/** Sets what a 200 and a 304 have in common. */
export function setValidators(reply: FastifyReply, { tag, cacheControl }: Validators): FastifyReply {
  return reply.header('ETag', tag).header('Cache-Control', cacheControl);
}

/** 304: nothing but the headers. */
export function sendUnchanged(reply: FastifyReply, validators: Validators): FastifyReply {
  return setValidators(reply, validators).code(304).removeHeader('Content-Type').send();
}
