import '@cairn/ui/tokens.css';
import '@cairn/ui/components.css';
import './shell.css';
import { render } from 'preact';
import { ChainTab } from './chain-tab.ts';
import { Shell } from './shell.tsx';

// A host without the service worker shows this page for an address of the explorer that it does not know.
const { pathname, search } = location;
if (pathname !== '/') history.replaceState(null, '', `/#${pathname}${search}`);

render(<Shell tab={new ChainTab()} />, document.getElementById('shell')!);
