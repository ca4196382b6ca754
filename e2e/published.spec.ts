import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inRoot } from '@cairn/suite/checkout';
import { findFreePort } from '@cairn/suite';
import { getTls, missingForNginx, startNginx } from '../node/test/nginx-process.ts';
import { expect, test } from './suite.ts';

const hostOf = (url: string): string => new URL(url).host;

test.beforeAll(async ({ suite }) => {
  await suite.rewind();
  await suite.devnet.mine({ blocks: 5 });
});

test('pages behind our nginx show their data, whatever the public API allows one client', async ({
  suite,
}) => {
  test.skip(missingForNginx() !== undefined, missingForNginx());
  const { explorerApi } = suite.addresses;
  // What a site's server asks of the public API counts as one client's: it asks the node instead.
  const site = await suite.openWebsite('http://127.0.0.1:9', { internalApi: explorerApi });
  const nginx = await startNginx(hostOf(explorerApi), [], hostOf(site.url));
  try {
    const pages = await Promise.all(
      [1, 2, 3, 4, 5].map((height) =>
        getTls(nginx.websiteUrl, `/blocks/${height}`, { headers: { Host: 'www.example.org' } }),
      ),
    );
    for (const { status, text, headers } of pages) {
      expect(status).toBe(200);
      expect(text).toContain('Merkle root');
      expect(headers['strict-transport-security']).toBe('max-age=31536000');
    }
    const { text } = await getTls(nginx.websiteUrl, '/sitemap.xml', { headers: { Host: 'www.example.org' } });
    expect(text).toContain('<loc>https://www.example.org/');
  } finally {
    for (const server of [nginx, site]) await server.close();
  }
});

test('Caddy serves API and pages', async ({ suite }) => {
  test.skip(spawnSync('caddy', ['version']).status !== 0, "needs Debian's caddy");
  const folder = mkdtempSync(join(tmpdir(), 'cairn-caddy-'));
  const [api, pages] = [await findFreePort(), await findFreePort()];
  const { explorerApi, website } = suite.addresses;
  const sites = [
    ['explorer.example.org {', `https://127.0.0.1:${api} {`],
    ['www.example.org {', `https://127.0.0.1:${pages} {`],
    ['127.0.0.1:18000', hostOf(explorerApi)],
    ['127.0.0.1:4321', hostOf(website)],
  ] as const;
  const text = sites.reduce(
    (before, [from, to]) => before.replace(from, to),
    readFileSync(inRoot('deploy/caddy/Caddyfile'), 'utf8'),
  );
  // Certificates of its own instead of a public authority's.
  const options = `{\n\tadmin off\n\tlocal_certs\n\tskip_install_trust\n\tauto_https disable_redirects\n\tstorage file_system ${folder}\n}\n`;
  writeFileSync(join(folder, 'Caddyfile'), options + text);
  const argv = ['run', '--config', join(folder, 'Caddyfile'), '--adapter', 'caddyfile'];
  const caddy = spawn('caddy', argv, { stdio: 'ignore', env: { ...process.env, HOME: folder } });
  const ended = once(caddy, 'exit');
  try {
    const apiUrl = `https://127.0.0.1:${api}`;
    const status = (): Promise<number> =>
      getTls(apiUrl, '/api/v1/status').then(
        (answer) => answer.status,
        () => 0,
      );
    await expect.poll(status).toBe(200);
    expect((await getTls(apiUrl, '/v1/status')).status).toBe(404);
    const page = await getTls(`https://127.0.0.1:${pages}`, '/blocks/1');
    expect([page.status, page.text.includes('Merkle root')]).toEqual([200, true]);
    const sitemap = await getTls(`https://127.0.0.1:${pages}`, '/sitemap.xml');
    expect(sitemap.text).toContain(`<loc>https://127.0.0.1:${pages}/`);
  } finally {
    caddy.kill();
    await ended;
    rmSync(folder, { recursive: true });
  }
});
