import type { Presence } from '../src/model/presence.ts';

/** The user's activity in one tab, which a test controls. */
export class FixturePresence implements Presence {
  readonly #activityListeners = new Set<() => void>();
  readonly #wakeListeners = new Set<() => void>();
  /** Shared by all tabs of a browser. */
  readonly #shared: { lastActivity: number };

  constructor(shared = { lastActivity: 0 }) {
    this.#shared = shared;
  }

  onActivity(listener: () => void): () => void {
    this.#activityListeners.add(listener);
    return () => void this.#activityListeners.delete(listener);
  }

  onWake(listener: () => void): () => void {
    this.#wakeListeners.add(listener);
    return () => void this.#wakeListeners.delete(listener);
  }

  readLastActivity(): number {
    return this.#shared.lastActivity;
  }

  writeLastActivity(at: number): void {
    this.#shared.lastActivity = at;
  }

  /** Simulates a key press. */
  press(): void {
    for (const listener of this.#activityListeners) listener();
  }

  /** Simulates that the page is shown again, or that its timer runs. */
  wake(): void {
    for (const listener of this.#wakeListeners) listener();
  }
}
