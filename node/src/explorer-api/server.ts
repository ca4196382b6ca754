import compress from '@fastify/compress';
import type { RouteDefinition } from '@cairn/api';
import { EXPLORER_FIXED_BODIES, explorerAdditions, explorerIndexUnavailable } from '@cairn/api/explorer';
import { buildExplorerOpenApi } from '@cairn/api/openapi';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { rememberingAddressCheck } from '../chain/address-check.ts';
import { type Answer } from '../http/answers.ts';
import { observeServer } from '../http/http-observer.ts';
import { createHttpServer } from '../http/http-server.ts';
import { listen, type RunningServer } from '../http/running-server.ts';
import { createRouteTable } from '../http/route-table.ts';
import { ProjectionError } from '../projection/index.ts';
import { AnswerMemory } from './answer-memory.ts';
import { AnswerVersions } from './answer-version.ts';
import { bindRoute } from './bind-route.ts';
import { BlockTexts } from './block-texts.ts';
import { COMPRESSION_THRESHOLD, VARY } from './caching.ts';
import type { ExplorerContext, RouteContext } from './context.ts';
import { ANY_ORIGIN, answerCors } from './cors.ts';
import { DOCUMENTATION_PATHS, registerDocumentation } from './documentation/index.ts';
import { createEntityTags } from './entity-tag.ts';
import type { EventLimits } from './events/event-hub.ts';
import { registerEvents } from './events/index.ts';
import { answerPlainRequests } from './plain-requests.ts';
import type { ExplorerServices } from './respond.ts';
import { EXPLORER_ROUTES } from './routes/index.ts';
import { ProvenBlocks } from '../whole-blocks/proven-blocks.ts';

/** Everything that is served beside the documentation. */
const SERVED: readonly RouteDefinition[] = [
  ...EXPLORER_ROUTES.map(({ route }) => route),
  explorerAdditions.events,
];

/**
 * Starts the public Explorer API (interface document, part A): read-only, without authentication.
 * @param address where to listen; port 0 picks a free one
 * @param eventLimits other bounds on event streams, for tests
 * @throws the system's error, such as `EADDRINUSE`
 */
export async function startExplorerApi(
  context: ExplorerContext,
  address: { host: string; port: number },
  eventLimits?: EventLimits,
): Promise<RunningServer> {
  return listen(await createExplorerServer(context, eventLimits), address);
}

/** The server with all of its routes, not yet listening. */
export async function createExplorerServer(
  context: ExplorerContext,
  eventLimits?: EventLimits,
): Promise<FastifyInstance> {
  const fallbacks = {
    notFound: createFallback(),
    errorAnswer: projectionAnswer,
    earlyFields: ANY_ORIGIN, // whether a page asked is not known yet
  };
  const app = createHttpServer(fallbacks, context.logger);
  if (context.httpObserver !== undefined) observeServer(app, context.httpObserver);
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('Vary', VARY);
    if (!answerCors(request, reply)) done();
  });
  await app.register(compress, {
    encodings: ['br', 'gzip'],
    threshold: COMPRESSION_THRESHOLD,
    globalDecompression: false,
  });
  const contract = JSON.stringify(buildExplorerOpenApi(describedRoutes(context)));
  registerDocumentation(app, contract);
  const versions = new AnswerVersions(context);
  const services: ExplorerServices = {
    context: createRouteContext(app, context),
    tags: createEntityTags(contract),
    versions,
    memory: new AnswerMemory(versions),
    settled: new WeakMap(),
  };
  for (const route of EXPLORER_ROUTES) bindRoute(app, route, services);
  registerEvents(app, context, eventLimits);
  answerPlainRequests(app, EXPLORER_ROUTES, services);
  return app;
}

/** The routes for the document: where a database is asked for everything, each of them finds it away at times. */
function describedRoutes(context: ExplorerContext): readonly RouteDefinition[] {
  if (context.openMoment === undefined) return SERVED;
  return SERVED.map((route) => ({
    ...route,
    errors: [...new Set([...route.errors, 'explorer_index_unavailable'])],
  }));
}

function createRouteContext(app: FastifyInstance, context: ExplorerContext): RouteContext {
  const blockTexts = new BlockTexts(context.chain);
  app.addHook('onClose', (_, done) => {
    blockTexts.close();
    done();
  });
  const isAddress = rememberingAddressCheck(context.chain.network);
  return { ...context, provenBlocks: new ProvenBlocks(context.chain), blockTexts, isAddress };
}

/** An index that cannot be read although it calls itself ready; the projection itself logs why. */
function projectionAnswer(error: unknown): Answer | undefined {
  return error instanceof ProjectionError ? explorerIndexUnavailable() : undefined;
}

/** FastAPI's bodies for what no route takes: another method is 405, HEAD too, another path is 404. */
function createFallback(): (request: FastifyRequest) => Answer {
  const methodsOf = createRouteTable([
    ...SERVED,
    ...DOCUMENTATION_PATHS.map((path) => ({ method: 'GET', path })),
  ]);
  return ({ method, url }) => {
    const allowed = methodsOf(url.split(/[?#]/, 1)[0]!);
    if (allowed.length === 0 || allowed.includes(method)) {
      return { status: 404, body: EXPLORER_FIXED_BODIES.notFound };
    }
    return {
      status: 405,
      body: EXPLORER_FIXED_BODIES.methodNotAllowed,
      headers: { Allow: allowed.join(', ') },
    };
  };
}
