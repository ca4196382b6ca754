import { createRequire } from 'node:module';
import { renderAsync } from '@resvg/resvg-js';
import type { Request, RequestHandler, Response } from 'express';
import { LRUCache } from 'lru-cache';

const { resolve } = createRequire(import.meta.url);
/** TrueType, which resvg can read; the pages use the fonts of the user's device. */
const FONTS = [
  resolve('@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf'),
  resolve('@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf'),
  resolve('@expo-google-fonts/jetbrains-mono/400Regular/JetBrainsMono_400Regular.ttf'),
];

/** Cached pictures: some 40 KB each, by the entity tag of their SVG. */
const CACHED_PICTURES = 100;
/** Most pictures rendered at the same time, some 50 ms of a core each; more are refused. */
const PICTURES_AT_ONCE = 4;

const PATH = /^(?:\/[a-z]{2})?\/link-preview\/[a-z]+\/\w{1,64}\.png$/;

/**
 * Serves the preview pictures of shared links as PNG, which social networks require. The site draws each as SVG at the same
 * path with `.svg`. Status 503 while too many are being rendered.
 * @param loadSvg requests a path of the site
 */
export function linkPreviews(loadSvg: (path: string) => Promise<globalThis.Response>): RequestHandler {
  const pictures = new LRUCache<string, Promise<Buffer>>({ max: CACHED_PICTURES });
  let making = 0;

  const make = async (svg: string): Promise<Buffer> => {
    making += 1;
    try {
      const image = await renderAsync(svg, { font: { fontFiles: FONTS, loadSystemFonts: false } });
      return image.asPng();
    } finally {
      making -= 1;
    }
  };

  /** @returns `undefined` while too many are being rendered */
  const getOrMake = (tag: string, svg: string): Promise<Buffer> | undefined => {
    const known = pictures.get(tag);
    if (known !== undefined || making >= PICTURES_AT_ONCE) return known;
    const picture = make(svg);
    pictures.set(tag, picture);
    picture.catch(() => pictures.delete(tag));
    return picture;
  };

  const answer = async ({ path }: Request, response: Response): Promise<void> => {
    const drawn = await loadSvg(path.replace(/png$/, 'svg'));
    const tag = drawn.headers.get('etag');
    const picture = tag === null || !drawn.ok ? undefined : await getOrMake(tag, await drawn.text());
    if (picture === undefined) {
      response.status(drawn.ok ? 503 : drawn.status).setHeader('Cache-Control', 'no-store');
      response.end();
    } else {
      response.setHeader('ETag', tag!).setHeader('Cache-Control', 'public, max-age=60');
      response.type('png').send(picture);
    }
  };

  return async (request, response, next) => {
    const isPicture = PATH.test(request.path) && ['GET', 'HEAD'].includes(request.method);
    if (isPicture) await answer(request, response);
    else next();
  };
}
