import { linkSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * A lock among processes, which falls to others when its holder ends, however it ends. Each holding is a file of its own with the next
 * number and the holder's process ID, so that of several waiters who find the same holder dead one alone takes its place.
 */
export class Lock {
  readonly #folder: string;
  readonly #name: string;

  constructor(folder: string, name: string) {
    this.#folder = folder;
    this.#name = name;
  }

  /** Number of the next holding; `undefined` while a living process has the lock. */
  nextHolding(): number | undefined {
    const newest = this.#newest();
    return newest > 0 && this.#isHeld(newest) ? undefined : newest + 1;
  }

  /** @param holding of `nextHolding` @returns false if another process was faster */
  take(holding: number): boolean {
    const own = this.#fileOf(`of-${process.pid}`);
    writeFileSync(own, `${process.pid}`);
    try {
      linkSync(own, this.#fileOf(holding)); // with its content at once, unlike a file that is made and then written
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      return false;
    } finally {
      rmSync(own);
    }
    // The newest file is never removed: a holding whose number was used before has a newer one beside it.
    const isNewest = this.#newest() === holding;
    for (const number of this.#numbers())
      if (isNewest ? number < holding : number === holding) rmSync(this.#fileOf(number), { force: true });
    return isNewest;
  }

  release(holding: number): void {
    writeFileSync(this.#fileOf(holding), '');
  }

  #fileOf(holding: number | string): string {
    return join(this.#folder, `${this.#name}.lock.${holding}`);
  }

  #numbers(): number[] {
    const start = `${this.#name}.lock.`;
    const endings = readdirSync(this.#folder)
      .filter((name) => name.startsWith(start))
      .map((name) => name.slice(start.length));
    return endings.filter((ending) => /^\d+$/.test(ending)).map(Number);
  }

  #newest(): number {
    return Math.max(0, ...this.#numbers());
  }

  #isHeld(holding: number): boolean {
    try {
      const holder = readFileSync(this.#fileOf(holding), 'utf8');
      return holder !== '' && process.kill(Number(holder), 0);
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException;
      if (!['ENOENT', 'EPERM', 'ESRCH'].includes(code)) throw error; // another user's, which nobody here could take
      return code !== 'ESRCH'; // removed for a newer one, or a process of another user
    }
  }
}
