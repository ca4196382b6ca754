import { useLoadedWhenIdle } from '../../site/when-idle.ts';
import type { PersonalToolsProps } from './tools.tsx';
import './labels.css';

/**
 * Label, watchlist and notifications on the page of an address, transaction or block. Loads them once the page is idle.
 */
export function PersonalToolbar(props: PersonalToolsProps) {
  const tools = useLoadedWhenIdle(() => import('./tools.tsx'));
  return (
    <div class={`personal personal--${props.type} needs-script`}>
      {tools && <tools.PersonalTools key={props.reference} {...props} />}
    </div>
  );
}
