/** `/openapi.json`, and the pages `/docs` (Swagger UI) and `/redoc`, which render it with local assets only. */
import { hash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolveFile } from '#documentation-files';
import { JSON_TYPE } from '@cairn/api/contract';
import { type Content, IMMUTABLE, METHOD_NOT_ALLOWED, REVALIDATED } from '@cairn/chain/explorer';
import { bindPath } from '@cairn/http';
import type { Express } from 'express';
import type { AnswerCache } from '../answer-cache.ts';

const HTML = 'text/html; charset=utf-8';

/**
 * Adds the routes of the documentation.
 * @param contract the serialized OpenAPI document of the Explorer API
 * @param websiteUrl origin of the explorer's pages, if there are any
 */
export function bindDocumentation(
  app: Express,
  contract: string,
  cache: AnswerCache,
  websiteUrl: string | undefined,
): void {
  const assets = loadAssets();
  const links = linksTo(websiteUrl);

  /** @param find returns content that changes only with the program; `undefined` for a path without content */
  const bind = (
    path: string,
    find: (path: string) => Content | undefined,
    cacheControl: string = REVALIDATED,
  ): void =>
    bindPath(app, { method: 'GET', path }, METHOD_NOT_ALLOWED, async (request, response, next) => {
      const content = find(request.path);
      if (content === undefined) return next();
      // The tag depends on the content, because a new version may change a page or its assets without changing the contract.
      const tag = cache.state.tagOf(hash('sha256', content.body), request.originalUrl);
      const head = { route: path, dependsOn: 'program', generation: '', tag, cacheControl } as const;
      await cache.send(request, response, head, () => content);
    });

  bind('/openapi.json', () => ({ contentType: JSON_TYPE, body: encode(contract) }));
  bind('/docs/assets/{version}/{name}', (path) => assets.find((one) => one.path === path), IMMUTABLE);
  bind('/docs', () => ({
    contentType: HTML,
    body: encode(pageOf(assets, 'Cairn Explorer API', 'swagger', `${links}<main id="swagger-ui"></main>`)),
    headers: pageHeaders({}),
  }));
  bindPath(app, { method: 'GET', path: '/redoc' }, METHOD_NOT_ALLOWED, (_request, response) => {
    const nonce = randomBytes(16).toString('base64');
    // Redoc's styles get the nonce from this element; its icons are a font inside of its script.
    const head = `<meta name="sc-nonce" content="${nonce}">\n`;
    const policy = {
      'style-src': `'self' 'nonce-${nonce}' ${EMPTY_STYLE}`,
      'font-src': 'data:',
      'worker-src': 'blob:',
    };
    response.set({ ...pageHeaders(policy), 'Cache-Control': 'no-store', 'Content-Type': HTML });
    const viewer = '<redoc spec-url="/openapi.json" disable-telemetry="true"></redoc>';
    const body = `${links}<main id="redoc">${viewer}</main>`;
    response.end(pageOf(assets, 'Cairn Explorer API reference', 'redoc', body, head));
  });
}

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

/** A file that the pages load from this server. */
interface Asset {
  readonly name: string;
  /** The page that loads it; absent if both do. */
  readonly page?: 'swagger' | 'redoc';
  readonly contentType: string;
  readonly body: Buffer;
  /** Path that changes with the content, so that browsers may cache it forever. */
  readonly path: string;
}

/** Reads the assets, in the order in which a page loads them. */
function loadAssets(): Asset[] {
  const load = (file: string, contentType: string, page?: Asset['page']): Asset => {
    const body = readFileSync(resolveFile(file));
    const name = file.slice(file.lastIndexOf('/') + 1);
    const path = `/docs/assets/${hash('sha256', body).slice(0, 16)}/${name}`;
    return { name, contentType, body, path, ...(page && { page }) };
  };
  const [css, script] = ['text/css; charset=utf-8', 'text/javascript; charset=utf-8'] as const;
  return [
    load('swagger-ui-dist/swagger-ui.css', css, 'swagger'),
    load('./browser/documentation.css', css),
    load('swagger-ui-dist/favicon-32x32.png', 'image/png'),
    load('swagger-ui-dist/swagger-ui-bundle.js', script, 'swagger'),
    load('./browser/swagger-init.js', script, 'swagger'),
    load('redoc/bundles/redoc.standalone.js', script, 'redoc'),
  ];
}

/** The line above both pages. */
function linksTo(website: string | undefined): string {
  const back = website === undefined ? '' : `<a href="${website}">Explorer</a>\n`;
  return `<nav class="links">
${back}<a href="/docs">Try the API</a>
<a href="/redoc">Reference</a>
<a href="/openapi.json">OpenAPI document</a>
</nav>
`;
}

/** @param head what else the page's head contains */
function pageOf(
  assets: readonly Asset[],
  title: string,
  page: Asset['page'],
  body: string,
  head = '',
): string {
  const own = assets.filter((asset) => asset.page === undefined || asset.page === page);
  const tags = (type: string, tag: (path: string) => string): string =>
    own
      .filter(({ contentType }) => contentType.startsWith(type))
      .map(({ path }) => `${tag(path)}\n`)
      .join('');
  const type = page === 'redoc' ? ' type="module"' : '';
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
${head}\
${tags('text/css', (path) => `<link rel="stylesheet" href="${path}">`)}\
${tags('image/png', (path) => `<link rel="icon" type="image/png" href="${path}">`)}\
</head>
<body>
${body}
${tags('text/javascript', (path) => `<script${type} src="${path}"></script>`)}\
</body>
</html>
`;
}

/** Hash of an empty style element, which Redoc creates without the nonce. */
const EMPTY_STYLE = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='";

/** A content security policy that allows only this origin: no other host, no inline script, no framing. */
const BASE_POLICY = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self'",
  'img-src': "'self' data:",
  'connect-src': "'self'",
  'base-uri': "'none'",
  'form-action': "'none'",
  'frame-ancestors': "'none'",
};

/** @param policy directives beyond `BASE_POLICY`, or instead of its */
function pageHeaders(policy: Readonly<Record<string, string>>): Record<string, string> {
  return {
    'Content-Security-Policy': Object.entries({ ...BASE_POLICY, ...policy })
      .map(([directive, sources]) => `${directive} ${sources}`)
      .join('; '),
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Opener-Policy': 'same-origin',
  };
}
