import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Mutation, Subject } from './mutation.ts';
import { TestRunner } from './test-runner.ts';

const ROOT = join(import.meta.dirname, '../..');

/** A checkout of a subject alone, in which rules are taken out and put back. */
export class Workbench {
  readonly #folder = realpathSync(mkdtempSync(join(tmpdir(), 'cairn-mutants-')));
  readonly #runner = new TestRunner(this.#folder);
  /** Sources that were written since the last run. */
  #changed: string[] = [];

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
    this.#write(
      path,
      source.replace(from, () => to),
    );
    return () => this.#write(path, source);
  }

  /** Runs tests, paths from the root. Gives and throws what {@link TestRunner.run} does. */
  async runTests(paths: readonly string[]): Promise<string | undefined> {
    const changed = this.#changed;
    this.#changed = [];
    return this.#runner.run({ paths, changed });
  }

  remove(): void {
    this.#runner.close();
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

  #write(path: string, source: string): void {
    writeFileSync(path, source);
    this.#changed.push(path);
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
