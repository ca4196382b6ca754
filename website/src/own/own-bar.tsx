import { useEffect, useState } from 'preact/hooks';
import { whenIdle } from '../verify/when-idle.ts';
import type * as OwnTools from './own-tools.tsx';

/** The reader's own tools on a page about one thing: its label, the watchlist, notifications. They are loaded last. */
export function OwnBar(props: OwnTools.OwnToolsProps) {
  const [tools, setTools] = useState<typeof OwnTools>();
  useEffect(() => whenIdle(() => void import('./own-tools.tsx').then(setTools)), []);
  return <div class="own needs-script">{tools && <tools.OwnTools key={props.reference} {...props} />}</div>;
}
