import { spawn, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { nodeWithoutPort80, send } from '@cairn/http/test-support';
import { buildWebsite } from '@cairn/suite/checkout';
import { BROKEN, type Explorer, openExplorer } from '../test/explorer.ts';

const folder = mkdtempSync(join(tmpdir(), 'cairn-site-'));
const programs: ChildProcess[] = [];
/** Of the build. */
let output: string;
let log: () => string;
let api: Explorer;
let url: string;
/** Brings the API to the website's process. */
const apiServer = createHttpServer(async (request, response) => {
  const answer = await api.fetch(api.url + request.url!);
  response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.bytes());
});
let apiUrl: string;

/**
 * Starts the server on a free port.
 * @param printed part of the line to wait for
 * @param settings further environment variables
 * @param node the command that runs Node
 */
async function start(
  dist: string,
  printed: RegExp,
  settings: Readonly<Record<string, string>> = {},
  argv: readonly string[] = [],
  [program, ...before]: [string, ...string[]] = [process.execPath],
): Promise<{ child: ChildProcess; line: string; output: () => string }> {
  const child = spawn(program, [...before, join(import.meta.dirname, 'main.ts'), ...argv], {
    env: { ...process.env, HOST: '127.0.0.1', PORT: '0', CAIRN_WEBSITE_OUT_DIR: dist, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  programs.push(child);
  let text = '';
  const line = await new Promise<string>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        text += String(chunk);
        if (printed.test(text)) resolve(text);
      });
    }
    child.once('close', () => reject(new Error(`the server ended: ${text}`)));
  });
  return { child, line, output: () => text };
}

/** The build of all tests, whose server reaches the API past the address that it tells browsers. */
beforeAll(async () => {
  [api, output] = await Promise.all([openExplorer(), buildWebsite()]);
  await once(apiServer.listen(0, '127.0.0.1'), 'listening');
  apiUrl = `http://127.0.0.1:${(apiServer.address() as AddressInfo).port}`;
  const site = await start(output, /website at/, {
    PUBLIC_EXPLORER_API_URL: 'https://api.example',
    EXPLORER_API_INTERNAL_URL: apiUrl,
    PUBLIC_WITNESS_API_URLS: 'https://witness.example/api',
    CAIRN_WEBSITE_LOG_FORMAT: 'json',
  });
  log = site.output;
  url = /http:[^\s"]+(?=\/["\s])/.exec(site.line)![0];
});
afterAll(async () => {
  for (const program of programs) program.kill('SIGKILL');
  apiServer.close();
  await api.close();
  rmSync(folder, { recursive: true });
});

const get = (path: string, acceptEncoding?: string) =>
  send(url, path, {
    headers: acceptEncoding === undefined ? {} : { 'Accept-Encoding': acceptEncoding },
  });

/** A path as it is, or that of the built file that a pattern like `page.*.css` matches, whose name has its hash. */
const pathOf = (name: string): string =>
  name.startsWith('/')
    ? name
    : `/${globSync(`{_astro,_recompute}/${name}`, { cwd: join(output, 'client') })[0]}`;

const DECODERS: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
};

it.each([
  ['/supply', '/statistics#supply'],
  ['/de/miners', '/de/statistics#miners'],
  ['/de/miners/dX', '/de/addresses/dX?direction=mined'],
  ['/miners//evil.example', '/addresses/evil.example?direction=mined'],
])('%s leads to where it is now', async (path, location) => {
  expect(await get(path)).toMatchObject({ status: 301, headers: { location } });
});

describe('compression', () => {
  it.each([
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    [undefined, undefined],
  ])('for a client that accepts "%s" is %s', async (accepted, encoding) => {
    for (const name of ['/nowhere', '/sitemap.xml', 'page.*.css', 'shared.*.js']) {
      const [answer, plain] = [await get(pathOf(name), accepted), await get(pathOf(name))];
      expect([answer.status, answer.headers.vary]).toEqual([plain.status, 'Accept-Encoding']);
      expect(answer.headers['content-encoding']).toBe(encoding);
      if (encoding === undefined) continue;
      expect(answer.bytes.length).toBeLessThan(plain.bytes.length / 2);
      expect(DECODERS[encoding]!(answer.bytes).equals(plain.bytes)).toBe(true);
    }
  });

  it('does not touch what it would not make smaller', async () => {
    for (const path of ['/favicon.svg', '/no-script.css', '/link-preview.png', '/favicon.ico']) {
      const answer = await get(path, 'gzip, br');
      expect(answer.headers['content-encoding']).toBeUndefined();
      expect(Number(answer.headers['content-length'])).toBe(answer.bytes.length);
    }
  });
});

describe('headers', () => {
  const COMMON = {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': expect.stringContaining('camera=()'),
  };

  it.each([
    ['/', 'text/html; charset=utf-8', 'public, max-age=0, must-revalidate'],
    ['/nowhere', 'text/html; charset=utf-8', 'public, max-age=0, must-revalidate'],
    ['/robots.txt', 'text/plain; charset=utf-8', 'public, max-age=0, must-revalidate'],
    [
      '/opensearch.xml',
      'application/opensearchdescription+xml; charset=utf-8',
      'public, max-age=0, must-revalidate',
    ],
    ['shared.*.js', 'text/javascript; charset=utf-8', 'public, max-age=31536000, immutable'],
    ['/favicon.svg', 'image/svg+xml', 'public, max-age=0'],
    ['/site.webmanifest', 'application/manifest+json; charset=utf-8', 'public, max-age=0'],
  ])('of %s', async (target, type, caching) => {
    const { headers } = await get(pathOf(target));
    expect(headers).toMatchObject({ ...COMMON, 'content-type': type, 'cache-control': caching });
    expect(headers).not.toHaveProperty('x-powered-by');
    expect(headers).not.toHaveProperty('strict-transport-security');
  });

  it.each(['/', '/nowhere', '/blocks/%'])(
    'of %s: it may only ask the API, no site may frame it, and scripts in it run by their hashes',
    async (path) => {
      const { headers, text } = await get(path);
      const policy = String(headers['content-security-policy']);
      expect(policy.split(';').map((directive) => directive.trim())).toEqual(
        expect.arrayContaining([
          "default-src 'none'",
          "connect-src 'self' https://api.example",
          "frame-ancestors 'none'",
          "require-trusted-types-for 'script'",
        ]),
      );
      expect(policy).not.toContain('unsafe');
      const inPage = [...text.matchAll(/<script>([^]*?)<\/script>/g)].map(([, code]) => code!);
      expect(inPage.find((code) => code.includes('cairn-theme'))).toBeDefined();
      for (const code of inPage)
        expect(policy).toContain(`'sha256-${createHash('sha256').update(code).digest('base64')}'`);
    },
  );

  it.each(['shared.*.js', 'proof-worker*.js'])(
    'of %s: the policy of a worker, which asks witnesses too',
    async (name) => {
      expect((await get(pathOf(name))).headers['content-security-policy']).toBe(
        `default-src 'none'; script-src 'self'; connect-src https://api.example https://witness.example`,
      );
    },
  );

  it('of the worker that recomputes: it alone compiles WebAssembly, which it fetches from the site', async () => {
    const { headers } = await get(pathOf('recompute-worker*.js'));
    expect(headers).toMatchObject({
      'content-security-policy':
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self' https://api.example https://witness.example",
      'cache-control': 'public, max-age=31536000, immutable',
    });
  });
});

const LONG = 'a'.repeat(6_000);

describe('an address', () => {
  it.each([
    ['/blocks/5?page=2', 200, 'Block 5'],
    ['/blocks?before=x&size=99999', 200, '12'],
    ['/blocks?before=0', 200, 'This page is past the end'],
    ['/blocks/0?page=99999', 200, 'past the end'],
    ['/blocks/1e9', 404, 'not a block reference'],
    ['/blocks/%00', 404, 'not a block reference'],
    ['/blocks/%2541', 404, 'not a block reference'],
    [`/blocks/${LONG}`, 404, 'not a block reference'],
    ['/blocks/5/6', 404, 'Page not found'],
    ['/de/blocks/abc', 404, '<html lang="de"'],
    ['/transactions/%00', 404, 'not a transaction ID'],
    ['/addresses/%3Cscript%3Ealert(1)%3C%2Fscript%3E', 404, 'not an address'],
    [`/search?q=%00${LONG}`, 200, 'Nothing found for'],
    ['/%', 404, 'Page not found'],
    ['/de/%ff', 404, '<html lang="de"'],
    ['/blocks/%', 404, 'not a block reference'],
    ['/blocks/%ff', 404, 'not a block reference'],
    ['/search?q=%&x=1?2', 200, 'Nothing found for'],
    ['//evil.example/blocks', 404, 'Page not found'],
    ['/../package.json', 404, 'Page not found'],
    ['/%2e%2e/server/entry.mjs', 404, 'Page not found'],
    ['/_astro/none.js', 404, 'Page not found'],
    ['http://other.example/about', 200, '<title>About'],
  ])('%s gets a page with status %i', async (path, status, words) => {
    const answer = await get(path);
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(answer.status).toBe(status);
    expect(answer.text).toContain(words);
    expect(answer.text).not.toMatch(/\0|<script>alert|\.m?js:\d+:\d+/);
    expect(answer.text).not.toContain(new URL(apiUrl).host);
  });

  it('promises no absence of third parties where the browser asks witnesses', async () => {
    expect((await get('/about')).text).not.toMatch(/third part/);
  });
});

describe('the preview image of a shared link', () => {
  /** Paths of three pages that have their own preview image. */
  const pages = (): string[] => {
    const { blocks, transactions } = api;
    const { id, to_address: to } = transactions.at(-1)!;
    return [`/blocks/${blocks[1]!.id}`, `/de/transactions/${id}`, `/addresses/${to}`];
  };

  it('is linked by its page, and is a PNG of 1200 × 630', async () => {
    for (const path of pages()) {
      const [, image] = /property="og:image" content="http:\/\/[^/]+(\/[^"]+)"/.exec((await get(path)).text)!;
      expect(image).toBe(path.replace(/\/(\w+\/\w+)$/, '/link-preview/$1.png'));
      const { status, headers, bytes } = await get(image!);
      expect([status, headers['content-type']]).toEqual([200, 'image/png']);
      expect(bytes.subarray(1, 4).toString()).toBe('PNG');
      expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1_200, 630]);
      const again = await send(url, image!, { headers: { 'If-None-Match': headers.etag } });
      expect(again).toMatchObject({ status: 304, text: '' });
      // Its code leads to the site by the name that it was asked for.
      const elsewhere = await send(url, image!, { headers: { Host: 'explorer.example' } });
      expect(elsewhere.headers.etag).not.toBe(headers.etag);
    }
  });

  it('is the site’s own for an unknown item', async () => {
    const unknown = `/transactions/${'0'.repeat(64)}`;
    for (const path of ['/blocks/999999', '/blocks', '/transactions/zz', unknown]) {
      expect((await get(path)).text).toMatch(
        /property="og:image" content="http:\/\/[^/]+\/link-preview\.png"/,
      );
    }
    for (const path of ['blocks/999999', unknown.slice(1), 'blocks/zz', 'nothing/1', 'addresses/%22%3E']) {
      expect((await get(`/link-preview/${path}.png`)).status).toBe(404);
    }
  });

  it('is not cached while the API does not answer', async () => {
    api.lies = [BROKEN];
    const { status, headers } = await get(`/link-preview${pages()[0]}.png`);
    api.lies = [];
    expect([status, headers['cache-control']]).toEqual([503, 'no-store']);
  });
});

describe('a request that is no page load', () => {
  it.each(['TRACE', 'POST', 'OPTIONS'])('%s is 405', async (method) => {
    for (const path of ['/', '/favicon.svg', '/nowhere']) {
      const { status, headers, json } = await send(url, path, { method });
      expect([status, headers.allow, json]).toMatchObject([
        405,
        'GET, HEAD',
        { error: 'method_not_allowed' },
      ]);
    }
  });

  it('logs each request that fails as a line of JSON, and no page that does not exist', async () => {
    api.lies = [BROKEN];
    await get('/blocks/5');
    api.lies = [];
    const lines = log()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { level: string });
    expect(lines).toContainEqual({
      level: 'warn',
      time: expect.any(String),
      request: 'status',
      reason: 'the server refused: 500 internal_error',
      msg: 'a request to the Explorer API failed',
    });
    expect(lines.map(({ level }) => level)).not.toContain('error');
    expect(log()).not.toContain('999999');
  });
});

describe('the process', () => {
  /** A folder that looks like a build. @param entry what its server's module does while it loads */
  function fakeBuild(entry: string): string {
    const dist = mkdtempSync(join(folder, 'fake-'));
    mkdirSync(join(dist, 'server'));
    writeFileSync(join(dist, 'server/entry.mjs'), entry);
    writeFileSync(join(dist, 'script-policies.json'), '{}');
    return dist;
  }

  it.each([
    ['SIGTERM', 'export const handler = () => {};', /website at/],
    // While it starts.
    [
      'SIGINT',
      'process.stdout.write("loading"); await new Promise(() => setInterval(() => {}, 1_000));',
      /loading/,
    ],
  ] as const)('ends with code 0 on %s', async (signal, entry, printed) => {
    const { child } = await start(fakeBuild(entry), printed);
    child.kill(signal);
    expect(await once(child, 'exit')).toEqual([0, null]);
  });

  it.each([
    ['PUBLIC_EXPLORER_API_URL', 'api.example'],
    ['PORT', '1e3'],
  ])('names the wrong %s in one line, and exits with 2', async (name, value) => {
    const dist = fakeBuild('export const handler = () => {};');
    const { child, line } = await start(dist, new RegExp(`^cairn-website: ${name} is [^\\n]*\\n$`), {
      [name]: value,
    });
    expect(line).toContain(value);
    expect(child.exitCode ?? (await once(child, 'exit'))[0]).toBe(2);
  });

  it.each([
    ['--help', /^Usage: cairn-website\n[^]*CAIRN_WEBSITE_LOG_FORMAT.*\n$/, 0],
    ['--version', /^\d+\.\d+\.\d+\n$/, 0],
    ['--port=80', /^cairn-website: takes no arguments, but variables \(see --help\)\n$/, 2],
    ['toString', /^cairn-website: takes no arguments, but variables \(see --help\)\n$/, 2],
    ['', /^cairn-website: takes no arguments, but variables \(see --help\)\n$/, 2],
  ])('given "%s" says so and exits', async (argument, printed, code) => {
    const { child } = await start(join(folder, 'nothing'), printed, {}, [argument]);
    expect(child.exitCode ?? (await once(child, 'exit'))[0]).toBe(code);
  });

  it('names a port that is taken, and the variable that changes it', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    onTestFinished(() => void taken.close());
    const { port } = taken.address() as AddressInfo;
    const line = new RegExp(`^cairn-website: port ${port} is taken: choose another with PORT\n$`);
    const { child } = await start(fakeBuild('export const handler = () => {};'), line, { PORT: `${port}` });
    expect(child.exitCode ?? (await once(child, 'exit'))[0]).toBe(1);
  });

  it('names a port that this user may not use', async ({ skip }) => {
    const node = nodeWithoutPort80() ?? skip('needs user namespaces, and a port that not every user may use');
    const line = /^cairn-website: no permission to use port 80: choose another with PORT\n$/;
    const { child } = await start(
      fakeBuild('export const handler = () => {};'),
      line,
      { PORT: '80' },
      [],
      node,
    );
    expect(child.exitCode ?? (await once(child, 'exit'))[0]).toBe(2);
  });

  it('names a missing build', async () => {
    const { child } = await start(join(folder, 'nothing'), /there is no built website in .*nothing/);
    expect(child.exitCode ?? (await once(child, 'exit'))[0]).toBe(2);
  });
});
