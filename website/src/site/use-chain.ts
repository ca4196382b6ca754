import { createContext } from 'preact';
import { useContext, useEffect, useState } from 'preact/hooks';
import { chainStatus } from './api.ts';
import { SHOWS_CHAIN } from './config.ts';
import { type ChainView, NOTHING_KNOWN } from './chain-feed.ts';

/** The chain's status when the server rendered the page; the first rendering in the browser must equal the server's. */
export const ChainContext = createContext<ChainView>(NOTHING_KNOWN);

/**
 * A value of the chain's status, kept up to date while the component is mounted; at first that of the server's status. The
 * component renders again only when the value changes, and keeps the last one that was known.
 */
export function useOfChain<Value>(read: (view: ChainView) => Value, initial?: ChainView): Value {
  const served = useContext(ChainContext);
  const [value, setValue] = useState(() => read(initial ?? served));
  useEffect(() => {
    if (!SHOWS_CHAIN) return undefined;
    const update = () => {
      const current = chainStatus.current();
      if (current !== NOTHING_KNOWN) setValue((last) => read(current) ?? last);
    };
    const unsubscribe = chainStatus.subscribe(update);
    update();
    return unsubscribe;
  }, []);
  return value;
}

/** The chain's current status. */
export const useChain = (): ChainView => useOfChain((view) => view);
