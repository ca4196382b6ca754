import { useEffect, useState } from 'preact/hooks';

/** A value that calls listeners on each change. */
export interface Readable<State> {
  get(): State;
  /** Calls back on every change; returns a function that unsubscribes. */
  subscribe(listener: () => void): () => void;
}

/** Holds a state that only events change. */
export class Store<State, Event> implements Readable<State> {
  #state: State;
  readonly #reduce: (state: State, event: Event) => State;
  readonly #listeners = new Set<(before: State) => void>();

  constructor(initial: State, reduce: (state: State, event: Event) => State) {
    this.#state = initial;
    this.#reduce = reduce;
  }

  get(): State {
    return this.#state;
  }

  /** Changes the state by an event, then calls every listener with the state before. */
  dispatch(event: Event): void {
    const before = this.#state;
    this.#state = this.#reduce(before, event);
    if (this.#state !== before) for (const listener of this.#listeners) listener(before);
  }

  subscribe(listener: (before: State) => void): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }
}

/**
 * The current value; renders again when it changes.
 * @param store the same in every rendering
 * @param first what the first rendering shows instead: on a page that a server renders, what the server has shown
 */
export function useStore<State>(store: Readable<State>, first?: () => State): State {
  const [state, setState] = useState(first ?? (() => store.get()));
  useEffect(() => {
    const update = (): void => setState(() => store.get());
    const unsubscribe = store.subscribe(update);
    update();
    return unsubscribe;
  }, []);
  return state;
}
