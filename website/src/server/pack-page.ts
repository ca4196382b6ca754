import { accepts } from './encodings.ts';

/** What the site itself renders: pages, sitemap, OpenSearch. */
const TEXT = /^(text\/|application\/([\w.+-]+\+)?xml)/;

/**
 * Packs a rendered answer for those who accept it. A page holds nothing secret beside what its reader typed, so that its
 * length tells nothing (BREACH).
 */
export function packPage(request: Request, response: Response): Response {
  const { headers, body } = response;
  if (!TEXT.test(headers.get('content-type') ?? '')) return response;
  headers.append('vary', 'accept-encoding');
  const isPacked = headers.has('content-encoding');
  if (body === null || isPacked || !accepts(request.headers.get('accept-encoding'), 'gzip')) return response;
  headers.set('content-encoding', 'gzip');
  headers.delete('content-length');
  return new Response(body.pipeThrough(new CompressionStream('gzip')), response);
}
