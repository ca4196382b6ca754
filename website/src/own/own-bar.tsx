import { useLoadedWhenIdle } from '../hooks/when-idle.ts';
import type { OwnToolsProps } from './own-tools.tsx';

/** Label, watchlist and notifications on the page of an address, transaction or block. Loads them once the page is idle. */
export function OwnBar(props: OwnToolsProps) {
  const tools = useLoadedWhenIdle(() => import('./own-tools.tsx'));
  return <div class="own needs-script">{tools && <tools.OwnTools key={props.reference} {...props} />}</div>;
}
