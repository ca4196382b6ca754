import { hash, randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { JSON_TYPE, sendJson } from '../../http/answers.ts';
import { IMMUTABLE, REVALIDATED } from '../caching.ts';
import { hasCopy, sendUnchanged, setValidators, wantsNothingThatExists } from '../conditional.ts';
import { loadAssets, type Asset } from './assets.ts';
import { sendEncoded } from './encoded-asset.ts';
import { redocPage, swaggerPage, type Page } from './pages.ts';

/** Templates of what is served here. */
export const DOCUMENTATION_PATHS = [
  '/openapi.json',
  '/docs',
  '/redoc',
  '/docs/assets/{version}/{name}',
] as const;

const HTML = 'text/html; charset=utf-8';

/**
 * `/openapi.json`, and the two pages that render it with local assets only.
 * @param contract the serialized OpenAPI document of the Explorer API
 */
export function registerDocumentation(app: FastifyInstance, contract: string): void {
  const assets = loadAssets();
  const assetsByPath = new Map<string, Asset>(Object.values(assets).map((asset) => [asset.path, asset]));
  const swagger = swaggerPage(assets);

  app.get('/openapi.json', (request, reply) => sendText(request, reply, JSON_TYPE, contract));
  app.get('/docs', (request, reply) => {
    pageHeaders(reply, swagger);
    return sendText(request, reply, HTML, swagger.html);
  });
  app.get('/redoc', (_request, reply) => {
    const page = redocPage(assets, randomBytes(16).toString('base64'));
    pageHeaders(reply, page);
    return reply.header('Cache-Control', 'no-store').header('Content-Type', HTML).send(page.html);
  });
  app.get('/docs/assets/:version/:name', { compress: false }, async (request, reply) => {
    const asset = assetsByPath.get(request.url.split('?', 1)[0]!);
    if (asset === undefined) return reply.callNotFound();
    reply.header('Cache-Control', IMMUTABLE).header('Content-Type', asset.contentType);
    return sendEncoded(reply, request.headers['accept-encoding'], asset);
  });
}

/** Sends a text that changes only with the program. */
function sendText(
  request: FastifyRequest,
  reply: FastifyReply,
  contentType: string,
  text: string,
): FastifyReply {
  const validators = { tag: `W/"${hash('sha256', text).slice(0, 24)}"`, cacheControl: REVALIDATED };
  if (wantsNothingThatExists(request) || hasCopy(request, validators.tag)) {
    return sendUnchanged(reply, validators);
  }
  setValidators(reply, validators);
  if (contentType === JSON_TYPE) return sendJson(reply, text);
  return reply.header('Content-Type', contentType).send(text);
}

function pageHeaders(reply: FastifyReply, page: Page): void {
  reply.headers({
    'Content-Security-Policy': page.contentSecurityPolicy,
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Opener-Policy': 'same-origin',
  });
}
