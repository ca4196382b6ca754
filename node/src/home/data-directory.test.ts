import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { getNetwork } from '@cairn/protocol';
import { beforeEach, describe, expect, it } from 'vitest';
import { isDataDirectory, openDataDirectory } from './data-directory.ts';
import { temporaryFolder } from './folder-test-support.ts';

const DEVNET = getNetwork('devnet');

let folder: string;
let path: string;
beforeEach(() => {
  folder = temporaryFolder();
  path = join(folder, 'a', 'devnet');
});

describe('a data directory', () => {
  it('is created for its owner alone', () => {
    expect(isDataDirectory(path)).toBe(false);
    openDataDirectory(path, DEVNET).close();
    expect(statSync(path).mode & 0o777).toBe(0o700);
    expect(isDataDirectory(path)).toBe(true);
    expect(readdirSync(path).toSorted()).toEqual(['blocks', 'lock', 'network']);
  });

  it('has one user at a time, until that closes it', () => {
    const message = `another process uses the data directory ${path}`;
    const refused = expect.objectContaining({ code: 'locked', message });
    const first = openDataDirectory(path, DEVNET);
    expect(() => openDataDirectory(path, DEVNET)).toThrow(refused);
    first.close();
    openDataDirectory(path, DEVNET).close();
  });

  it('belongs to one network', () => {
    openDataDirectory(path, DEVNET).close();
    expect(() => openDataDirectory(path, getNetwork('testnet'))).toThrow(
      `${path} belongs to devnet, not to testnet`,
    );
    openDataDirectory(path, DEVNET).close();
  });

  it('may be a backup of the blocks alone', () => {
    mkdirSync(join(path, 'blocks'), { recursive: true });
    openDataDirectory(path, DEVNET).close();
    expect(isDataDirectory(path)).toBe(true);
  });

  it.each<[code: string, path: () => string]>([
    ['not_a_data_directory', () => folder], // with another file
    ['not_a_directory', () => join(folder, 'file')],
    ['not_usable', () => join(folder, 'file', 'below')],
    ['not_usable', () => '/proc/cairn/devnet'],
  ])('is %s', (code, pathOf) => {
    writeFileSync(join(folder, 'file'), '');
    expect(() => openDataDirectory(pathOf(), DEVNET)).toThrow(expect.objectContaining({ code }));
    expect(readdirSync(folder)).toEqual(['file']); // nothing was written, not even a lock
  });
});
