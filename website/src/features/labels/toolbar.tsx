import { useLoaded } from '../../site/use-loaded.ts';
import type { PersonalToolsProps } from './tools.tsx';
import './labels.css';

/**
 * Label and watching on the page of an address, transaction or block. Loads them once the page is idle.
 */
export function PersonalToolbar(props: PersonalToolsProps) {
  const tools = useLoaded(loadTools);
  return (
    <div class="personal needs-script">
      {typeof tools === 'object' && <tools.PersonalTools key={props.reference} {...props} />}
    </div>
  );
}

const loadTools = () => import('./tools.tsx');
