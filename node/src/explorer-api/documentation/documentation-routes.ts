import { hash, randomBytes } from 'node:crypto';
import { bindPath, JSON_TYPE } from '@cairn/http';
import type { Express, RequestHandler } from 'express';
import { IMMUTABLE, REVALIDATED, sendAnswer, type CachedAnswer } from '../answer-cache.ts';
import { METHOD_NOT_ALLOWED, type RouteServices } from '../explorer-route.ts';
import { loadAssets, type Asset } from './assets.ts';
import { redocPage, swaggerPage, type Page } from './pages.ts';

const HTML = 'text/html; charset=utf-8';

/**
 * Adds `/openapi.json`, and the pages `/docs` and `/redoc`, which render it with local assets only.
 * @param contract the serialized OpenAPI document of the Explorer API
 */
export function bindDocumentation(app: Express, contract: string, services: RouteServices): void {
  const assets = loadAssets();
  const assetsByPath = new Map<string, Asset>(Object.values(assets).map((asset) => [asset.path, asset]));
  const swagger = swaggerPage(assets);
  const bind = (path: string, handler: RequestHandler): void =>
    bindPath(app, { method: 'GET', path }, METHOD_NOT_ALLOWED, handler);

  bind('/openapi.json', (request, response) => {
    const content = { route: '/openapi.json', contentType: JSON_TYPE, body: Buffer.from(contract) };
    send(request, response, services, { ...content, cacheControl: REVALIDATED });
  });
  bind('/docs', (request, response) => {
    const content = { route: '/docs', contentType: HTML, body: Buffer.from(swagger.html) };
    const extraHead = Object.entries(pageHeaders(swagger)).flat();
    send(request, response, services, { ...content, extraHead, cacheControl: REVALIDATED });
  });
  bind('/redoc', (_request, response) => {
    const page = redocPage(assets, randomBytes(16).toString('base64'));
    response.set({ ...pageHeaders(page), 'Cache-Control': 'no-store', 'Content-Type': HTML });
    response.end(page.html);
  });
  bind('/docs/assets/{version}/{name}', (request, response, next) => {
    const asset = assetsByPath.get(request.path);
    if (asset === undefined) return next();
    const content = { route: '/docs/assets/{version}/{name}', contentType: asset.contentType };
    send(request, response, services, { ...content, body: asset.bytes, cacheControl: IMMUTABLE });
  });
}

/** Sends content that changes only with the program, and caches it. */
function send(
  request: Parameters<RequestHandler>[0],
  response: Parameters<RequestHandler>[1],
  { generations, cache }: RouteServices,
  content: Pick<CachedAnswer, 'route' | 'contentType' | 'body' | 'cacheControl' | 'extraHead'>,
): void {
  const dependsOn = 'program';
  const generation = generations.current(dependsOn);
  // The tag depends on the content, because a new version may change a page or its assets without changing the contract.
  const tag = generations.tagOf(hash('sha256', content.body), request.originalUrl);
  const answer = { ...content, dependsOn, generation, tag, encoded: new Map() } as const;
  cache.store(request.originalUrl, answer);
  sendAnswer(request, response, answer, 'fast');
}

function pageHeaders({ contentSecurityPolicy }: Page): Record<string, string> {
  return {
    'Content-Security-Policy': contentSecurityPolicy,
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Opener-Policy': 'same-origin',
  };
}
