import { useLoaded } from '../../site/use-loaded.ts';
import './recompute.css';

const loadPanel = () => import('./recompute-panel.tsx');

/** The offer to recompute the chain; its size is fixed, and its text loads once the page is idle. */
export function RecomputeCard() {
  const panel = useLoaded(loadPanel);
  return <div class="recompute needs-script">{typeof panel === 'object' && <panel.default />}</div>;
}
