import { spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Mutation, Subject } from './mutation.ts';

const ROOT = join(import.meta.dirname, '../..');
const VITEST = join(ROOT, 'node_modules/vitest/vitest.mjs');
/** Longer than all the tests of a subject take; a mutant that hangs counts as noticed. */
const PATIENCE_MILLISECONDS = 240_000;

/** A checkout of a subject alone, in which rules are taken out and put back. */
export class Workbench {
  readonly #folder = mkdtempSync(join(tmpdir(), 'cairn-mutants-'));

  constructor({ copied, linked }: Subject) {
    for (const path of copied) cpSync(join(ROOT, path), this.#at(path), { recursive: true });
    for (const path of linked) this.#link(path);
    this.#linkPackages();
  }

  /** Takes a rule out; returns what puts it back. Throws where the source no longer holds it exactly once. */
  apply({ file, from, to }: Mutation): () => void {
    const path = join(this.#folder, file);
    const source = readFileSync(path, 'utf8');
    if (source.split(from).length !== 2) throw new Error(`${file} holds this not once: ${from}`);
    writeFileSync(
      path,
      source.replace(from, () => to),
    );
    return () => writeFileSync(path, source);
  }

  /**
   * @returns the first test that failed; `undefined` when all passed
   * @throws Error when the run fails otherwise: such a mutant shows nothing
   */
  runTests(paths: readonly string[]): string | undefined {
    const argv = [VITEST, 'run', ...paths, '--project=parts', '--bail=1', '--reporter=default'];
    const { status, stdout, stderr } = spawnSync(process.execPath, argv, {
      cwd: this.#folder,
      env: { ...process.env, NO_COLOR: '1' },
      encoding: 'utf8',
      timeout: PATIENCE_MILLISECONDS,
    });
    if (status === 0) return undefined;
    const named = /FAIL +(\S.* > .+)/.exec(stdout + stderr)?.[1];
    if (named === undefined && status !== null)
      throw new Error(`no test failed, the run did: ${stdout}${stderr}`);
    return named ?? 'the tests hang';
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** The project's own packages lead to this checkout's, so that a mutant is what their users import. */
  #linkPackages(): void {
    const modules = join(ROOT, 'node_modules');
    for (const name of readdirSync(modules)) if (name !== '@cairn') this.#link(`node_modules/${name}`);
    for (const name of readdirSync(join(modules, '@cairn'))) {
      const path = `node_modules/@cairn/${name}`;
      symlinkSync(readlinkSync(join(ROOT, path)), this.#at(path));
    }
  }

  #link(path: string): void {
    symlinkSync(join(ROOT, path), this.#at(path));
  }

  #at(path: string): string {
    const target = join(this.#folder, path);
    mkdirSync(dirname(target), { recursive: true });
    return target;
  }
}
