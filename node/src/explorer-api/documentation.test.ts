import { brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestExplorer, type TestExplorer } from './test-support.ts';

let explorer: TestExplorer;

beforeAll(async () => {
  explorer = await startTestExplorer();
});

afterAll(async () => {
  await explorer.close();
});

describe.each(['/docs', '/redoc'])('the page %s', (path) => {
  it('allows nothing from other hosts and no inline scripts', async () => {
    const { headers, text } = await explorer.get(path);
    const policy = headers['content-security-policy'] as string;
    const directives = new Map(policy.split('; ').map((entry) => [entry.split(' ')[0], entry]));
    expect(directives.get('default-src')).toBe("default-src 'none'");
    expect(directives.get('script-src')).toBe("script-src 'self'");
    expect(directives.get('connect-src')).toBe("connect-src 'self'");
    expect(directives.get('img-src')).toBe("img-src 'self' data:");
    expect(directives.get('frame-ancestors')).toBe("frame-ancestors 'none'");
    expect(policy).not.toMatch(/unsafe|https?:|\*/);
    expect(text).not.toMatch(/<script>|<style|style="|\son[a-z]+=|https?:\/\//);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
  });

  it('loads existing assets, local and immutable', async () => {
    const { text } = await explorer.get(path);
    const assets = [...text.matchAll(/<(?:script|link)[^>]* (?:src|href)="([^"]+)"/g)].map(
      ([, asset]) => asset!,
    );
    expect(assets.length).toBeGreaterThanOrEqual(3);
    for (const asset of assets) {
      expect(asset).toMatch(/^\/docs\/assets\/[0-9a-f]{16}\/[a-z0-9.-]+$/);
      const { status, headers, bytes } = await explorer.get(asset);
      expect([asset, status, headers['cache-control']]).toEqual([
        asset,
        200,
        'public, max-age=31536000, immutable',
      ]);
      expect(headers['content-type']).toMatch(/^(text\/(css|javascript); charset=utf-8|image\/png)$/);
      const packed = await explorer.get(asset, { headers: { 'Accept-Encoding': 'br' } });
      const isText = headers['content-type']!.startsWith('text/') && bytes.length > 1_024;
      expect(packed.headers['content-encoding']).toBe(isText ? 'br' : undefined);
      expect((isText ? brotliDecompressSync(packed.bytes) : packed.bytes).equals(bytes)).toBe(true);
    }
  });
});

it('Redoc gets a new nonce for its styles in each response', async () => {
  const ask = async (): Promise<string> => {
    const { headers, text } = await explorer.get('/redoc');
    const [, nonce] = /<meta name="sc-nonce" content="([^"]+)">/.exec(text)!;
    expect(headers['content-security-policy']).toContain(`'nonce-${nonce}'`);
    expect(headers['cache-control']).toBe('no-store');
    return nonce!;
  };
  expect(await ask()).not.toBe(await ask());
});

it('both pages link back to the website that the node was told', async () => {
  const websiteUrl = 'https://explorer.example';
  const informed = await startTestExplorer((parts) => ({ ...parts, websiteUrl }));
  for (const path of ['/docs', '/redoc']) {
    expect((await explorer.get(path)).text).not.toContain('>Explorer<');
    expect((await informed.get(path)).text).toContain(`<a href="${websiteUrl}">Explorer</a>`);
  }
  await informed.close();
});
