/** What the frames show, kept in the fragment of this page's address, so that a reload and a link lead there. */
import { useEffect, useState } from 'preact/hooks';

export type App = 'explorer' | 'wallet';

export interface Place {
  /** A page of the explorer: path, query and fragment. */
  readonly explorer: string;
  /** The wallet's fragment, such as `#/send`, or none. */
  readonly wallet: string;
  /** The app in front. Where there is room, the explorer stands beside the wallet. */
  readonly front: App;
}

/** Two slashes would name another host. */
const PLACE = /^#(?<explorer>\/(?![/\\]).*?)(?<isWallet>&wallet(?<wallet>#.*)?)?$/;

/** @param fragment with its `#`, or empty @returns `undefined` for one that names no place */
export function readPlace(fragment: string): Place | undefined {
  const { groups } = PLACE.exec(fragment) ?? {};
  if (groups === undefined) return undefined;
  const { explorer = '/', isWallet, wallet = '' } = groups;
  return { explorer, wallet, front: isWallet === undefined ? 'explorer' : 'wallet' };
}

export function placeFragment({ explorer, wallet, front }: Place): string {
  return `#${explorer}${front === 'wallet' ? `&wallet${wallet}` : ''}`;
}

/** The place, which follows the address bar, and whose changes the address bar shows. @param first without a fragment */
export function usePlace(first: Place): [Place, (change: Partial<Place>) => void] {
  const [place, setPlace] = useState(() => readPlace(location.hash) ?? first);
  const change = (fields: Partial<Place>): void => setPlace((before) => ({ ...before, ...fields }));
  useEffect(() => history.replaceState(history.state, '', placeFragment(place)), [place]);
  useEffect(() => {
    const follow = (): void => change(readPlace(location.hash) ?? {});
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);
  return [place, change];
}
