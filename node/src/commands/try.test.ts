import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { serveTrySite } from './try.ts';

function makeSite(): string {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-try-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'index.html'), 'shell');
  writeFileSync(join(folder, '404.html'), 'shell for another address');
  return folder;
}

it('a site is framed by itself alone; what it has no file for begins in its page too', async () => {
  const server = await serveTrySite(makeSite(), 0);
  onTestFinished(() => server.close());
  const page = await fetch(server.url);
  expect([page.status, await page.text()]).toEqual([200, 'shell']);
  expect(page.headers.get('content-security-policy')).toBe("frame-ancestors 'self'");
  const other = await fetch(`${server.url}/blocks/4`);
  expect([other.status, await other.text()]).toEqual([404, 'shell for another address']);
});

it('a port that is taken is a wrong flag', async () => {
  const server = await serveTrySite(makeSite(), 0);
  onTestFinished(() => server.close());
  await expect(serveTrySite(makeSite(), server.port)).rejects.toThrow(
    expect.objectContaining({ name: 'UsageError', message: expect.stringContaining('--port') }),
  );
});
