import type { BlockId } from '@cairn/protocol';
import { useRef, useState } from 'preact/hooks';

/** Loading a page's data again because its verification found it to be of an older block than the proof. */
export interface Reload {
  /** Changes with each reload. */
  readonly count: number;
  /** @param tip the proof's block */
  readonly start: (tip: BlockId) => void;
  /** Requests something, and notes in the answer the tip that was known when the request was sent. */
  readonly mark: <Answer extends object>(
    ask: (options: { signal: AbortSignal }) => Promise<Answer>,
    signal: AbortSignal,
  ) => Promise<Answer & { asOf: BlockId | undefined }>;
}

/** @see Reload */
export function useReload(): Reload {
  const tip = useRef<BlockId | undefined>(undefined);
  const [count, setCount] = useState(0);
  return {
    count,
    start: (next) => {
      tip.current = next;
      setCount((before) => before + 1);
    },
    mark: async (ask, signal) => {
      const asOf = tip.current;
      return { ...(await ask({ signal })), asOf };
    },
  };
}
