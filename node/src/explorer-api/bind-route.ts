import { parsePathTemplate, validateQuery } from '@cairn/api';
import { explorerIndexError } from '@cairn/api/explorer';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sendAnswer, sendJson } from '../http/answers.ts';
import { queryOf } from '../http/request-target.ts';
import type { AnswerMemory } from './answer-memory.ts';
import { IMMUTABLE, REVALIDATED } from './caching.ts';
import {
  hasCopy,
  sendUnchanged,
  setValidators,
  wantsNothingThatExists,
  type Validators,
} from './conditional.ts';
import type { IndexStatus, RouteContext } from './context.ts';
import type { EntityTags } from './entity-tag.ts';
import type { ExplorerRoute } from './explorer-route.ts';
import type { BlockBytes } from '../whole-blocks/block-bytes.ts';

/** What every route is bound with. */
export interface ExplorerServices {
  readonly context: RouteContext;
  readonly tags: EntityTags;
  /** What the indexed routes answered. */
  readonly memory: AnswerMemory;
}

/** The one adapter from the contract's definitions to Fastify. */
export function bindRoute(app: FastifyInstance, binding: ExplorerRoute, services: ExplorerServices): void {
  const { route } = binding;
  app.route({
    method: route.method,
    url: parsePathTemplate(route.path).fastify,
    handler: createHandler(binding, services),
    // A block's bytes are mostly hashes and signatures.
    ...(route.contentType === 'application/octet-stream' && { compress: false }),
  });
}

/** Order of checks: query (422), path values (400), index (503), the client's copy (304), and only then the route. */
function createHandler(
  binding: ExplorerRoute,
  services: ExplorerServices,
): (request: FastifyRequest, reply: FastifyReply) => unknown {
  const { route, read, answer } = binding;
  const { context } = services;
  return (request, reply) => {
    const params = request.params as Record<string, string>;
    // The contract's templates match no empty segment, Fastify's do.
    if (Object.values(params).includes('')) return reply.callNotFound();
    const query = validateQuery(route, queryOf(request.url));
    if (!query.ok) return sendAnswer(reply, query);
    const asked = read(params, context.chain.network);
    if (route.tier === 'indexed') requireReady(context.indexStatus());
    const validators = knownValidators(binding, services, asked, request.url);
    if (validators !== undefined && hasCopy(request, validators.tag)) return sendUnchanged(reply, validators);
    const make = (): unknown => answer(context, asked, query.value);
    const content = route.tier === 'indexed' ? recall(services.memory, request.url, make) : make();
    const send = (made: unknown): FastifyReply => sendContent(request, reply, made, validators, services);
    return content instanceof Promise ? content.then(send) : send(content);
  };
}

/** The JSON of an indexed route's answer: the one that was given before, or a new one. */
function recall(memory: AnswerMemory, target: string, make: () => unknown): Buffer | Promise<Buffer> {
  const version = memory.version();
  return memory.find(target, version) ?? remember(memory, target, version, make);
}

async function remember(
  memory: AnswerMemory,
  target: string,
  version: string,
  make: () => unknown,
): Promise<Buffer> {
  const body = Buffer.from(JSON.stringify(await make()));
  memory.keep(target, version, body);
  return body;
}

/** @throws HttpError 503 with the state's own code */
function requireReady({ state }: IndexStatus): void {
  if (state !== 'ready') throw explorerIndexError(state);
}

/** What is known before the route is asked; `undefined` where the content itself decides. */
function knownValidators(
  { freshness }: ExplorerRoute,
  { context, tags }: ExplorerServices,
  asked: unknown,
  target: string,
): Validators | undefined {
  if (freshness === 'content') return undefined;
  if (typeof freshness === 'function') {
    const { tag, immutable } = freshness(context, asked);
    return { tag, cacheControl: immutable ? IMMUTABLE : REVALIDATED };
  }
  const tip = context.chain.tip();
  const tag =
    freshness === 'chain' ? tags.ofChain(tip, target) : tags.ofIndex(tip, context.indexStatus(), target);
  return { tag, cacheControl: REVALIDATED };
}

function sendContent(
  request: FastifyRequest,
  reply: FastifyReply,
  content: unknown,
  known: Validators | undefined,
  { tags }: ExplorerServices,
): FastifyReply {
  if (isBytes(content)) return sendBytes(request, reply, content, known!);
  const body = Buffer.isBuffer(content) ? content : JSON.stringify(content);
  const validators = known ?? { tag: tags.ofContent(String(body)), cacheControl: REVALIDATED };
  if (wantsNothingThatExists(request) || (known === undefined && hasCopy(request, validators.tag))) {
    return sendUnchanged(reply, validators);
  }
  return sendJson(setValidators(reply, validators), body);
}

function isBytes(content: unknown): content is BlockBytes {
  return typeof content === 'object' && content !== null && 'stream' in content;
}

function sendBytes(
  request: FastifyRequest,
  reply: FastifyReply,
  { length, stream }: BlockBytes,
  validators: Validators,
): FastifyReply {
  if (wantsNothingThatExists(request)) {
    stream.destroy();
    return sendUnchanged(reply, validators);
  }
  setValidators(reply, validators).headers({
    'Content-Type': 'application/octet-stream',
    'Content-Length': length,
  });
  return reply.send(stream);
}
