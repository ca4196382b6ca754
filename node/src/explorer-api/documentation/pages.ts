import type { Assets } from './assets.ts';

/** A page and its content security policy. */
export interface Page {
  readonly html: string;
  readonly contentSecurityPolicy: string;
}

/**
 * Hashes of two style elements that Redoc 2.5.4 creates before it knows the nonce: an empty one and the rules of its scroll
 * bars. With these hashes the policy needs no `unsafe-inline`.
 */
const REDOC_EARLY_STYLES =
  "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=' 'sha256-QMIg+bpjm3JdElJ388KYke01izlUW0UoNOeKjpMxdgc='";

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

/** `/docs`: Swagger UI, for trying requests. */
export function swaggerPage(assets: Assets): Page {
  return {
    html: document({
      title: 'Cairn Explorer API',
      head: [stylesheet(assets['swagger-ui.css'].path), ...commonHead(assets)],
      body: '<main id="swagger-ui"></main>',
      scripts: [assets['swagger-ui-bundle.js'].path, assets['swagger-init.js'].path],
    }),
    contentSecurityPolicy: policy({}),
  };
}

/**
 * `/redoc`: Redoc, for reading. It creates styles at run time and searches in a worker, so its policy has a nonce for styles
 * and allows workers from blobs.
 * @param styleNonce different for each response
 */
export function redocPage(assets: Assets, styleNonce: string): Page {
  return {
    html: document({
      title: 'Cairn Explorer API reference',
      head: commonHead(assets),
      body: `<main id="redoc" data-style-nonce="${styleNonce}"></main>`,
      scripts: [assets['redoc.standalone.js'].path, assets['redoc-init.js'].path],
    }),
    contentSecurityPolicy: policy({
      'style-src': `'self' 'nonce-${styleNonce}' ${REDOC_EARLY_STYLES}`,
      'worker-src': 'blob:',
    }),
  };
}

function policy(changes: Readonly<Record<string, string>>): string {
  return Object.entries({ ...BASE_POLICY, ...changes })
    .map(([directive, sources]) => `${directive} ${sources}`)
    .join('; ');
}

function commonHead(assets: Assets): string[] {
  return [
    stylesheet(assets['documentation.css'].path),
    `<link rel="icon" type="image/png" href="${assets['favicon.png'].path}">`,
  ];
}

function stylesheet(path: string): string {
  return `<link rel="stylesheet" href="${path}">`;
}

function document(parts: { title: string; head: string[]; body: string; scripts: string[] }): string {
  return [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${parts.title}</title>`,
    ...parts.head,
    '</head>',
    '<body>',
    parts.body,
    ...parts.scripts.map((path) => `<script src="${path}"></script>`),
    '</body>',
    '</html>',
    '',
  ].join('\n');
}
