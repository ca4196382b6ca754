import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { findNetworkByTitle, getNetwork } from '@cairn/protocol';
import { beforeEach, describe, expect, it } from 'vitest';
import { forkIn, isDataDirectory, openDataDirectory } from './data-directory.ts';
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

  it('on trial leaves nothing unless it is kept', () => {
    openDataDirectory(join(path, 'own/devnet'), DEVNET, 'new').close();
    expect(existsSync(path)).toBe(false);
    const kept = openDataDirectory(path, DEVNET, 'new');
    kept.keep();
    kept.close();
    writeFileSync(join(path, 'core'), 'old');
    openDataDirectory(path, DEVNET, 'new').close();
    openDataDirectory(path, DEVNET, 'fresh').close();
    expect(readdirSync(path).toSorted()).toEqual(['blocks', 'core', 'lock', 'network']);
    const fresh = openDataDirectory(path, getNetwork('testnet'), 'fresh');
    fresh.keep();
    fresh.close();
    expect(readdirSync(path).toSorted()).toEqual(['blocks', 'lock', 'network']);
    expect(readdirSync(dirname(path))).toEqual(['devnet']);
  });

  it('comes back after a trial that was killed, and not while one is under way', () => {
    openDataDirectory(path, DEVNET).close();
    writeFileSync(join(path, 'core'), 'old');
    renameSync(path, `${path}.before-fresh`);
    mkdirSync(join(`${path}.removed`, 'blocks'), { recursive: true });
    openDataDirectory(path, DEVNET).close();
    expect(readdirSync(dirname(path))).toEqual(['devnet']);
    expect(readdirSync(path)).toContain('core');
    const trial = openDataDirectory(path, DEVNET, 'fresh');
    expect(() => openDataDirectory(path, DEVNET)).toThrow(expect.objectContaining({ code: 'locked' }));
    trial.close();
    openDataDirectory(path, DEVNET).close();
  });

  it('that a link names is moved itself, and comes back where the link leads', () => {
    const real = join(folder, 'disk', 'chain');
    openDataDirectory(real, DEVNET).close();
    mkdirSync(dirname(path));
    symlinkSync('../disk/chain', path);
    writeFileSync(join(real, 'core'), 'old');
    renameSync(real, `${real}.before-fresh`);
    openDataDirectory(path, DEVNET).close();
    expect(readdirSync(real)).toContain('core');
    const fresh = openDataDirectory(path, DEVNET, 'fresh');
    fresh.keep();
    fresh.close();
    expect(readdirSync(real).toSorted()).toEqual(['blocks', 'lock', 'network']);
    expect([readdirSync(dirname(real)), readdirSync(dirname(path))]).toEqual([['chain'], ['devnet']]);
    expect(lstatSync(path).isSymbolicLink()).toBe(true);
  });

  it('tells of the fork that comes back after a trial that was killed', () => {
    const fork = findNetworkByTitle('testnet fork 3')!;
    openDataDirectory(path, fork).close();
    renameSync(path, `${path}.before-fresh`);
    mkdirSync(path);
    writeFileSync(join(path, 'network'), 'devnet');
    expect(forkIn(path)).toEqual(fork);
    openDataDirectory(path, fork).close();
  });

  it.each<[reason: string, error: object, path: () => string]>([
    ['another file in it', { code: 'not_a_data_directory' }, () => folder],
    ['its kind', { cause: { code: 'ENOTDIR' } }, () => join(folder, 'file')],
    ['a file above it', { cause: { code: 'ENOTDIR' } }, () => join(folder, 'file', 'below')],
    ['a long name', { cause: { code: 'ENAMETOOLONG' } }, () => join(folder, 'x'.repeat(300))],
  ])('is none because of %s', async (_, reason, pathOf) => {
    writeFileSync(join(folder, 'file'), '');
    await expect(async () => openDataDirectory(pathOf(), DEVNET)).rejects.toMatchObject(reason);
    expect(readdirSync(folder)).toEqual(['file']); // nothing was written, not even a lock
  });

  it.each([
    ['lock', /^cannot lock /],
    ['network.new', /^cannot write to /],
  ])('of which %s cannot be written is refused, and not in use after that', (name, message) => {
    mkdirSync(join(path, name), { recursive: true });
    const refused = expect.objectContaining({ code: 'not_usable', message: expect.stringMatching(message) });
    for (let times = 0; times < 2; times += 1) expect(() => openDataDirectory(path, DEVNET)).toThrow(refused);
  });

  it('that cannot be put aside stays as it is', () => {
    const long = join(folder, 'x'.repeat(250));
    openDataDirectory(long, DEVNET).close();
    const refused = expect.objectContaining({
      code: 'not_usable',
      message: expect.stringMatching(/ aside: /),
    });
    expect(() => openDataDirectory(long, DEVNET, 'fresh')).toThrow(refused);
    openDataDirectory(long, DEVNET).close();
    expect(readdirSync(long).toSorted()).toEqual(['blocks', 'lock', 'network']);
  });
});
