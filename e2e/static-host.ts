import { existsSync, readFileSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';
import { type LocalServer, serveLocally } from '@cairn/http/test-support';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
};

/** Serves the files of a folder, by the rewrite rules of its `_redirects`, if it has any. */
export function startStaticHost(folder: string): Promise<LocalServer> {
  const rules = readRules(join(folder, '_redirects'));
  return serveLocally((request, response) => {
    const path = decodeURI(new URL(request.url ?? '/', 'http://host').pathname);
    const file = fileOf(folder, path) ?? rewrite(folder, path, rules);
    const shown = file ?? join(folder, '404.html');
    response.writeHead(file === undefined ? 404 : 200, {
      'content-type': TYPES[extname(shown)] ?? 'application/octet-stream',
    });
    response.end(readFileSync(shown));
  });
}

interface Rule {
  readonly pattern: RegExp;
  readonly file: string;
}

function readRules(path: string): Rule[] {
  if (!existsSync(path)) return [];
  const lines = readFileSync(path, 'utf8').trim().split('\n');
  const rewrites = lines.filter((line) => line.endsWith(' 200'));
  return rewrites.map((line) => {
    const [pattern = '', file = ''] = line.split(' ');
    return { pattern: new RegExp(`^${pattern.replaceAll(/:\w+/g, '[^/]+')}/?$`), file };
  });
}

function fileOf(folder: string, path: string): string | undefined {
  const candidates = [join(folder, path), join(folder, path, 'index.html')];
  return candidates.find((candidate) => existsSync(candidate) && statSync(candidate).isFile());
}

function rewrite(folder: string, path: string, rules: readonly Rule[]): string | undefined {
  const rule = rules.find(({ pattern }) => pattern.test(path));
  return rule === undefined ? undefined : join(folder, rule.file);
}
