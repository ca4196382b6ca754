import * as crypto from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createTokenFile } from './create-token-file.ts';

vi.mock('node:crypto', async (load) => {
  const real = await load<typeof crypto>();
  return { ...real, randomBytes: vi.fn<typeof crypto.randomBytes>(real.randomBytes) };
});

it('a new token is 256 bits from the system’s secure random source § 5.2.2 random', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'cairn-token-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const path = join(directory, 'rpc.token');
  const token = await createTokenFile(path);
  const random = vi.mocked(crypto.randomBytes);
  expect(random.mock.calls).toEqual([[32]]);
  expect(token).toBe(Buffer.from(random.mock.results[0]!.value as Buffer).toString('hex'));
  expect(readFileSync(path, 'latin1')).toBe(`${token}\n`);
});
