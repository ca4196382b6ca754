import '@cairn/ui/tokens.css';
import '@cairn/ui/components.css';
import './shell.css';
import { render } from 'preact';
import { ChainTab } from './chain-tab.ts';
import { Shell } from './shell.tsx';

// A host without the service worker shows this page for an address of the explorer that it does not know. It is opened anew at its
// own, by which the service worker finds it: to some browsers, a page's address is the one that it was loaded from.
const { pathname, search, hash } = location;
if (pathname === '/') render(<Shell tab={new ChainTab()} />, document.getElementById('shell')!);
else location.replace(pathname === '/index.html' ? `/${hash}` : `/#${pathname}${search}`);
