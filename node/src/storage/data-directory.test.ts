import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getNetwork } from '@cairn/protocol';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isDataDirectory, openDataDirectory } from './data-directory.ts';

const DEVNET = getNetwork('devnet');

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cairn-data-'));
  path = join(folder, 'a', 'devnet');
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Another process that has the directory open. */
async function startHolder(): Promise<ChildProcess> {
  const program = `
    import { openDataDirectory } from ${JSON.stringify(new URL('data-directory.ts', import.meta.url).href)};
    import { getNetwork } from '@cairn/protocol';
    openDataDirectory(process.argv[1], getNetwork('devnet'));
    console.log('open');
    setInterval(() => undefined, 1_000);
  `;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program, path], {
    cwd: import.meta.dirname,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  return child;
}

describe('a data directory', () => {
  it('is created for its owner alone', () => {
    expect(isDataDirectory(path)).toBe(false);
    openDataDirectory(path, DEVNET).close();
    expect(statSync(path).mode & 0o777).toBe(0o700);
    expect(isDataDirectory(path)).toBe(true);
    expect(readdirSync(path).toSorted()).toEqual(['blocks', 'lock', 'network']);
  });

  it.runIf(process.platform === 'linux')('is rejected in one line if it cannot be created', () => {
    const refused = expect.objectContaining({ code: 'not_usable' });
    expect(() => openDataDirectory('/proc/cairn/devnet', DEVNET)).toThrow(refused);
    writeFileSync(join(folder, 'a'), '');
    expect(() => openDataDirectory(path, DEVNET)).toThrow(refused);
  });

  it('has one user at a time', () => {
    const first = openDataDirectory(path, DEVNET);
    const refused = expect.objectContaining({
      code: 'locked',
      message: `another process uses the data directory ${path}`,
    });
    expect(() => openDataDirectory(path, DEVNET)).toThrow(refused);
    first.close();
    openDataDirectory(path, DEVNET).close();
  });

  it('is unlocked as soon as the process that used it is killed', async () => {
    const holder = await startHolder();
    expect(() => openDataDirectory(path, DEVNET)).toThrow(expect.objectContaining({ code: 'locked' }));
    holder.kill('SIGKILL');
    await once(holder, 'exit');
    openDataDirectory(path, DEVNET).close();
  });

  it('belongs to one network', () => {
    openDataDirectory(path, DEVNET).close();
    expect(() => openDataDirectory(path, getNetwork('testnet'))).toThrow(
      `${path} belongs to devnet, not to testnet`,
    );
    openDataDirectory(path, DEVNET).close();
  });

  it('is not a folder with other files', () => {
    writeFileSync(join(folder, 'holiday.jpg'), '');
    expect(() => openDataDirectory(folder, DEVNET)).toThrow(
      expect.objectContaining({ code: 'not_a_data_directory' }),
    );
    expect(isDataDirectory(folder)).toBe(false);
  });

  it('is not a file, nor a path that cannot be created', () => {
    const file = join(folder, 'file');
    writeFileSync(file, '');
    expect(() => openDataDirectory(file, DEVNET)).toThrow(
      expect.objectContaining({ code: 'not_a_directory' }),
    );
    expect(() => openDataDirectory(join(file, 'below'), DEVNET)).toThrow(
      expect.objectContaining({ code: 'not_usable' }),
    );
  });
});
