import { useEffect, useState } from 'preact/hooks';
import { chainStatus } from '../app.ts';
import { type ChainView, NOTHING_KNOWN } from '../lib/status-store.ts';

/** The chain's status as it stands, kept up to date while the component is on the page. */
export function useChain(): ChainView {
  // The first render is the server's, which knows nothing yet: markup that differs would be taken over wrongly.
  const [view, setView] = useState<ChainView>(NOTHING_KNOWN);
  useEffect(() => {
    const update = () => setView(chainStatus.current());
    const unsubscribe = chainStatus.subscribe(update);
    update();
    return unsubscribe;
  }, []);
  return view;
}
