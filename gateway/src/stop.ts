/** Something that may be called off once, and the one who has to know. Lighter than an `AbortController` a request. */
export class Stop<Reason extends string> {
  #reason: Reason | undefined;
  #listener: (() => void) | undefined;

  /** Why it was called off; `undefined` while it was not. */
  get reason(): Reason | undefined {
    return this.#reason;
  }

  /** Calls it off; the first reason counts. */
  now(reason: Reason): void {
    if (this.#reason !== undefined) return;
    this.#reason = reason;
    this.#listener?.();
  }

  /** Sets who is told, in the place of whoever was before; at once when it was called off already. */
  listen(listener: (() => void) | undefined): void {
    this.#listener = listener;
    if (this.#reason !== undefined) listener?.();
  }
}
