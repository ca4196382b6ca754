/** How long one conversation with a peer may wait for its next step. */
export interface Patience {
  /** Aborted with an error named `TimeoutError` when a step takes too long, or with the reason of `stopped`. */
  readonly signal: AbortSignal;
  /** A step was made: the time begins anew. */
  renew(): void;
  /** The conversation is over. */
  end(): void;
}

/**
 * @param milliseconds for each step
 * @param stopped ends it early
 */
export function patienceOf(milliseconds: number, stopped?: AbortSignal): Patience {
  const controller = new AbortController();
  const timer = setTimeout(() => {
    controller.abort(new DOMException(`no answer within ${milliseconds} ms`, 'TimeoutError'));
  }, milliseconds).unref();
  const stop = (): void => controller.abort(stopped?.reason);
  if (stopped?.aborted === true) stop();
  stopped?.addEventListener('abort', stop, { once: true });
  return {
    signal: controller.signal,
    renew: () => void timer.refresh(),
    end: () => {
      clearTimeout(timer);
      stopped?.removeEventListener('abort', stop);
    },
  };
}
