import { FONTS } from '#fonts';
import { renderAsync } from '@resvg/resvg-js';
import type { Request, RequestHandler, Response } from 'express';
import { LRUCache } from 'lru-cache';

/** Cached images: some 40 KB each, by the entity tag of their SVG. */
const CACHED_IMAGES = 100;
/** Maximum number of images rendered at the same time, some 50 ms of a core each; more are refused. */
const IMAGES_AT_ONCE = 4;

const PATH = /^(?:\/[a-z]{2})?\/link-preview\/[a-z]+\/\w{1,64}\.png$/;

/**
 * Serves link previews as PNG, which social networks require. The site draws each as SVG at the same path with `.svg`.
 * Status 503 while too many are being rendered.
 * @param loadSvg requests a path of the site, with the headers that name the site's address
 */
export function linkPreviews(
  loadSvg: (path: string, headers: Record<string, string>) => Promise<globalThis.Response>,
): RequestHandler {
  const images = new LRUCache<string, Promise<Buffer>>({ max: CACHED_IMAGES });
  let rendering = 0;

  const render = async (svg: string): Promise<Buffer> => {
    rendering += 1;
    try {
      const image = await renderAsync(svg, { font: { fontFiles: FONTS, loadSystemFonts: false } });
      return image.asPng();
    } finally {
      rendering -= 1;
    }
  };

  /** @returns `undefined` while too many are being rendered */
  const getOrRender = (tag: string, svg: string): Promise<Buffer> | undefined => {
    const known = images.get(tag);
    if (known !== undefined || rendering >= IMAGES_AT_ONCE) return known;
    const image = render(svg);
    images.set(tag, image);
    image.catch(() => images.delete(tag));
    return image;
  };

  const answer = async (request: Request, response: Response): Promise<void> => {
    const drawn = await loadSvg(request.path.replace(/png$/, 'svg'), {
      'x-forwarded-host': request.get('host') ?? '',
      'x-forwarded-proto': request.get('x-forwarded-proto') ?? request.protocol,
    });
    const tag = drawn.headers.get('etag');
    const image = tag === null || !drawn.ok ? undefined : await getOrRender(tag, await drawn.text());
    if (image === undefined) {
      response.status(drawn.ok ? 503 : drawn.status).setHeader('Cache-Control', 'no-store');
      response.end();
    } else {
      response.setHeader('ETag', tag!).setHeader('Cache-Control', 'public, max-age=60');
      response.type('png').send(image);
    }
  };

  return async (request, response, next) => {
    const isLinkPreview = PATH.test(request.path) && ['GET', 'HEAD'].includes(request.method);
    if (isLinkPreview) await answer(request, response);
    else next();
  };
}
