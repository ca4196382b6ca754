import type { BlockId } from '@cairn/protocol';
import { useRef, useState } from 'preact/hooks';

/** Loading a page's data again because its verification found it to be of an older block than the proof. */
export interface Reload {
  /** Changes with each reload. */
  readonly count: number;
  /** @param tip the proof's block */
  readonly start: (tip: BlockId) => void;
  /** Notes in an answer the tip that was known when it was requested. */
  readonly mark: <Answer extends object>(answer: Promise<Answer>) => Promise<Answer & Marked>;
}

/** An answer's note; absent from those of the server. */
export interface Marked {
  readonly asOf?: BlockId | undefined;
}

/** For the server, which loads once. */
export const NO_RELOAD: Reload = { count: 0, start: () => undefined, mark: (answer) => answer };

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
    mark: async (answer) => {
      const asOf = tip.current;
      return { ...(await answer), asOf };
    },
  };
}
