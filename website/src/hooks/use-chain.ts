import { useContext, useEffect, useState } from 'preact/hooks';
import { chainStatus } from '../app.ts';
import { ChainContext } from '../frame/chain-context.ts';
import { type ChainView, NOTHING_KNOWN } from '../lib/status-store.ts';

/** The chain's current status, kept up to date while the component is mounted. */
export function useChain(): ChainView {
  // The first render is the server's: markup that differs would be taken over wrongly.
  const [view, setView] = useState<ChainView>(useContext(ChainContext));
  useEffect(() => {
    const update = () => {
      const current = chainStatus.current();
      if (current !== NOTHING_KNOWN) setView(current);
    };
    const unsubscribe = chainStatus.subscribe(update);
    update();
    return unsubscribe;
  }, []);
  return view;
}
