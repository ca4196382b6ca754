import { globSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { gzipSync } from 'node:zlib';

/**
 * Maximum number of bytes of gzipped script that a page of the website may load before any interaction; `site-wide.spec.ts`
 * fails above it.
 */
export const SCRIPT_BUDGET = 55 * 1024;
/** Pages of addresses check the proof of a balance and of a history too. */
export const ADDRESS_SCRIPT_BUDGET = 65 * 1024;

/** Weight of the scripts of a built page and of all its islands with their static imports. */
export interface PageWeight {
  /** Path of the page's file in the site, such as `blocks/_.html`. */
  readonly page: string;
  /** Bytes of files and inline scripts after gzip, each compressed separately. */
  readonly bytes: number;
  /** The files, the heaviest first, each with its bytes. */
  readonly files: readonly (readonly [file: string, bytes: number])[];
}

const INLINE = /<script>(?<code>[\s\S]*?)<\/script>/g;
const REFERENCES = [
  /<script[^>]* src="(?<path>\/[^"]+)"/g,
  / (?:component|renderer|before-hydration)-url="(?<path>\/[^"]+)"/g,
];
/**
 * `import … from "./x.js"`, `import "./x.js"`, `export … from "./x.js"`: not `import("./x.js")`, which loads on demand.
 */
const STATIC_IMPORTS = /(?:\bfrom|\bimport)\s*["'](?<path>\.{1,2}\/[^"']+)["']/g;

const matches = (text: string, pattern: RegExp, group = 'path'): string[] =>
  [...text.matchAll(pattern)].map(({ groups }) => groups![group]!);

/** Weighs every page of a built static site, following the imports of its scripts. @param folder the site */
export function weighPages(folder: string): PageWeight[] {
  return globSync('**/*.html', { cwd: folder })
    .toSorted()
    .map((page) => weighPage(folder, page));
}

/** Weighs one page. @param page path of its file in the site */
export function weighPage(folder: string, page: string): PageWeight {
  const html = readFileSync(join(folder, page), 'utf8');
  const roots = REFERENCES.flatMap((pattern) => matches(html, pattern));
  const files = [...graphOf(folder, roots)].map(
    (file) => [file, compressedSize(readFileSync(join(folder, file), 'utf8'))] as const,
  );
  const inline = matches(html, INLINE, 'code').reduce((sum, code) => sum + compressedSize(code), 0);
  return {
    page,
    bytes: files.reduce((sum, [, bytes]) => sum + bytes, inline),
    files: files.toSorted(([, one], [, other]) => other - one),
  };
}

/** Files that these files import, directly or not, and the files themselves. */
function graphOf(folder: string, roots: readonly string[]): Set<string> {
  const seen = new Set<string>();
  const queue = [...roots];
  for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
    if (seen.has(file)) continue;
    seen.add(file);
    const code = readFileSync(join(folder, file), 'utf8');
    queue.push(...matches(code, STATIC_IMPORTS).map((path) => posix.join(dirname(file), path)));
  }
  return seen;
}

/** Of texts that most pages share. */
const sizes = new Map<string, number>();

function compressedSize(text: string): number {
  const size = sizes.get(text) ?? gzipSync(text, { level: 9 }).length;
  sizes.set(text, size);
  return size;
}
