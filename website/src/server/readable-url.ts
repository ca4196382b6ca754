/** U+FFFD as it stands in an address: in place of what says nothing. */
const NOTHING = '%EF%BF%BD';

/**
 * The address of a request so that its path can be decoded: `/blocks/%` is answered as any other nonsense, by a page.
 * @param url path and query as they came
 */
export function readableUrl(url: string): string {
  const [path = '', ...query] = url.split('?');
  const readable = path.replaceAll(/(?:%[\da-f]{2})+|%/gi, (part) => (isReadable(part) ? part : NOTHING));
  return [readable, ...query].join('?');
}

function isReadable(part: string): boolean {
  try {
    decodeURIComponent(part);
    return true;
  } catch {
    return false;
  }
}
