import { useEffect, useState } from 'preact/hooks';
import { chainStatus } from '../app.ts';
import type { ChainView } from '../lib/status-store.ts';

/** The chain's status as it stands, kept up to date while the component is on the page. */
export function useChain(): ChainView {
  const [view, setView] = useState(chainStatus.current);
  useEffect(() => {
    const update = () => setView(chainStatus.current());
    const unsubscribe = chainStatus.subscribe(update);
    update();
    return unsubscribe;
  }, []);
  return view;
}
