import { useStore } from '@cairn/ui';
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { chainStatus } from './api.ts';
import { SHOWS_CHAIN } from './config.ts';
import { type ChainView, NOTHING_KNOWN } from './chain-feed.ts';

/** The chain's status when the server rendered the page; the first rendering in the browser must equal the server's. */
export const ChainContext = createContext<ChainView>(NOTHING_KNOWN);

/**
 * A value of the chain's status, kept up to date while the component is mounted; at first, and where it is not known later,
 * that of the server's status. The component renders again only when the value changes.
 */
export function useOfChain<Value>(read: (view: ChainView) => Value, initial?: ChainView): Value {
  const context = useContext(ChainContext);
  const served = () => read(initial ?? context);
  const get = () => {
    const current = chainStatus.current();
    return current === NOTHING_KNOWN ? served() : (read(current) ?? served());
  };
  const subscribe = (listener: () => void) =>
    SHOWS_CHAIN ? chainStatus.subscribe(listener) : () => undefined;
  return useStore({ get, subscribe }, served);
}

/** The chain's current status. */
export const useChain = (): ChainView => useOfChain((view) => view);
