import type { Presence } from '../src/lib/presence.ts';

/** The activity of an owner in one tab, which a test controls. */
export class FixturePresence implements Presence {
  readonly #signs = new Set<() => void>();
  readonly #wakes = new Set<() => void>();
  /** Shared by all tabs of a browser. */
  readonly #shared: { lastActivity: number };

  constructor(shared = { lastActivity: 0 }) {
    this.#shared = shared;
  }

  onActivity(listener: () => void): () => void {
    this.#signs.add(listener);
    return () => void this.#signs.delete(listener);
  }

  onWake(listener: () => void): () => void {
    this.#wakes.add(listener);
    return () => void this.#wakes.delete(listener);
  }

  readLastActivity(): number {
    return this.#shared.lastActivity;
  }

  writeLastActivity(at: number): void {
    this.#shared.lastActivity = at;
  }

  /** A key is pressed. */
  sign(): void {
    for (const listener of this.#signs) listener();
  }

  /** The page is shown again, or its timer runs. */
  wake(): void {
    for (const listener of this.#wakes) listener();
  }
}
