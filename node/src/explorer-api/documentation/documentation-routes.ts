import { hash, randomBytes } from 'node:crypto';
import { bindPath, JSON_TYPE } from '@cairn/http';
import type { Express, Request, Response } from 'express';
import { IMMUTABLE, REVALIDATED, sendTagged } from '../answer-cache.ts';
import { METHOD_NOT_ALLOWED, type RouteServices } from '../router.ts';
import { loadAssets, type Asset } from './assets.ts';
import { redocPage, swaggerPage, type Page } from './pages.ts';

const HTML = 'text/html; charset=utf-8';

/** Content that changes only with the program. */
interface FixedContent {
  readonly contentType: string;
  readonly body: Uint8Array;
  readonly headers?: Readonly<Record<string, string>>;
  readonly cacheControl?: string;
}

/**
 * Adds `/openapi.json`, and the pages `/docs` and `/redoc`, which render it with local assets only.
 * @param contract the serialized OpenAPI document of the Explorer API
 */
export function bindDocumentation(
  app: Express,
  contract: string,
  { generations, cache }: RouteServices,
): void {
  const assets = loadAssets();
  const assetsByPath = new Map<string, Asset>(Object.values(assets).map((asset) => [asset.path, asset]));
  const swagger = swaggerPage(assets);

  /** @param find returns `undefined` for a target without content */
  const bind = (path: string, find: (request: Request) => FixedContent | undefined): void =>
    bindPath(app, { method: 'GET', path }, METHOD_NOT_ALLOWED, async (request, response, next) => {
      const found = find(request);
      if (found === undefined) return next();
      const { cacheControl = REVALIDATED, ...content } = found;
      const dependsOn = 'program';
      const generation = generations.current(dependsOn);
      const target = request.originalUrl;
      // The tag depends on the content, because a new version may change a page or its assets without changing the contract.
      const tag = generations.tagOf(hash('sha256', content.body), target);
      const answer = { route: path, dependsOn, generation, tag, cacheControl } as const;
      await sendTagged(request, response, answer, () => cache.store(target, answer, content));
    });

  bind('/openapi.json', () => ({ contentType: JSON_TYPE, body: encode(contract) }));
  bind('/docs', () => ({
    contentType: HTML,
    body: encode(swagger.html),
    headers: pageHeaders(swagger),
  }));
  bind('/docs/assets/{version}/{name}', ({ path }) => {
    const asset = assetsByPath.get(path);
    return asset && { contentType: asset.contentType, body: asset.bytes, cacheControl: IMMUTABLE };
  });
  bindPath(app, { method: 'GET', path: '/redoc' }, METHOD_NOT_ALLOWED, (_request, response: Response) => {
    const page = redocPage(assets, randomBytes(16).toString('base64'));
    response.set({ ...pageHeaders(page), 'Cache-Control': 'no-store', 'Content-Type': HTML });
    response.end(page.html);
  });
}

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

function pageHeaders({ contentSecurityPolicy }: Page): Record<string, string> {
  return {
    'Content-Security-Policy': contentSecurityPolicy,
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Opener-Policy': 'same-origin',
  };
}
