import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accepts } from './encodings.ts';
import { fileToSend } from './files.ts';
import { packPage } from './pack-page.ts';

describe('an encoding', () => {
  it.each([
    ['gzip, deflate, br', true],
    ['br;q=1.0, gzip;q=0.5', true],
    ['GZIP', true],
    ['gzip;q=0', false],
    ['br, gzip; q=0.000', false],
    ['x-gzip', false],
    ['', false],
    [undefined, false],
  ])('of "%s": gzip %s', (header, accepted) => expect(accepts(header, 'gzip')).toBe(accepted));
});

describe('a file', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'cairn-files-'));
    for (const name of ['a.js', 'a.js.br', 'a.js.gz', 'b.js', 'b.js.gz', 'c.png']) {
      writeFileSync(join(folder, name), name);
    }
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it.each([
    ['/a.js', 'gzip, br', '/a.js.br'],
    ['/a.js', 'gzip', '/a.js.gz'],
    ['/a.js', undefined, '/a.js'],
    ['/b.js', 'br, gzip', '/b.js.gz'],
    ['/b.js', 'br', '/b.js'],
    ['/c.png', 'br, gzip', '/c.png'],
    ['/d.js', 'br, gzip', '/d.js'],
  ])('%s for those who accept %s is %s', (asked, accepted, path) => {
    expect(fileToSend(folder, asked, accepted).path).toBe(path);
  });
});

describe('a page', () => {
  const text = '<p>cairn</p>'.repeat(1_000);
  const page = (status = 200) =>
    new Response(text, { status, headers: { 'content-type': 'text/html; charset=utf-8' } });
  const asking = (accepted: string) => new Request('http://x/', { headers: { 'accept-encoding': accepted } });

  it('is packed for those who accept it, with its status and headers', async () => {
    const sent = packPage(asking('gzip, br'), page(404));
    expect(sent.status).toBe(404);
    expect(Object.fromEntries(sent.headers)).toMatchObject({
      'content-encoding': 'gzip',
      vary: 'accept-encoding',
    });
    const bytes = new Uint8Array(await sent.arrayBuffer());
    expect(bytes.length).toBeLessThan(text.length / 10);
    expect(gunzipSync(bytes).toString()).toBe(text);
  });

  it('goes as it is to everybody else, and so does what is no text', async () => {
    const plain = packPage(asking('identity'), page());
    expect(plain.headers.get('content-encoding')).toBeNull();
    expect(plain.headers.get('vary')).toBe('accept-encoding');
    expect(await plain.text()).toBe(text);
    const image = new Response('x', { headers: { 'content-type': 'image/png' } });
    expect(packPage(asking('gzip'), image)).toBe(image);
    const moved = new Response(null, { status: 302, headers: { 'content-type': 'text/html' } });
    expect(packPage(asking('gzip'), moved)).toBe(moved);
  });
});
