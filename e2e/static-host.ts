import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
};

/** A static host that serves files and applies the rewrite rules of `_redirects`, if there is one. */
export interface StaticHost {
  readonly url: string;
  close: () => Promise<void>;
}

/** Serves a folder on a free port of 127.0.0.1. */
export async function startStaticHost(folder: string): Promise<StaticHost> {
  const rules = readRules(join(folder, '_redirects'));
  const server = createServer((request, response) => {
    const path = decodeURI(new URL(request.url ?? '/', 'http://host').pathname);
    const file = fileOf(folder, path) ?? rewrite(folder, path, rules);
    const shown = file ?? join(folder, '404.html');
    response.writeHead(file === undefined ? 404 : 200, {
      'content-type': TYPES[extname(shown)] ?? 'application/octet-stream',
    });
    response.end(readFileSync(shown));
  });
  await new Promise<void>((listening) => {
    server.listen(0, '127.0.0.1', listening);
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close: () => closeServer(server) };
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

function closeServer(server: Server): Promise<void> {
  return new Promise((done) => {
    server.close(() => done());
    server.closeAllConnections();
  });
}
