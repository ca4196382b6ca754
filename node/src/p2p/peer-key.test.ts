import { chmodSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isLastingError } from '@cairn/token-file';
import { UsageError } from '../startup/errors.ts';
import { readOrCreatePeerKey } from './libp2p-host.ts';
import { temporaryFolder } from '../home/folder-test-support.ts';

const keyPath = (): string => join(temporaryFolder(), 'peer.key');

describe('the peer key', () => {
  it('is created once, readable only by its owner, and read again', async () => {
    const path = keyPath();
    const made = await readOrCreatePeerKey(path);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect((await readOrCreatePeerKey(path)).equals(made)).toBe(true);
  });

  it.each<[string, (path: string) => void, string]>([
    ['that others may read', (path) => chmodSync(path, 0o644), 'gives access to group or others'],
    ['with other digits', (path) => writeFileSync(path, 'x'.repeat(64)), 'does not contain 64 hex digits'],
  ])('%s is refused and left unchanged', async (_, spoil, reason) => {
    const path = keyPath();
    await readOrCreatePeerKey(path);
    spoil(path);
    const before = readFileSync(path);
    const error: unknown = await readOrCreatePeerKey(path).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ message: expect.stringContaining(`${path}: `) as string });
    expect(error).toMatchObject({ message: expect.stringContaining(reason) as string });
    expect(error instanceof UsageError || isLastingError(error)).toBe(true);
    expect(readFileSync(path)).toEqual(before);
  });
});
