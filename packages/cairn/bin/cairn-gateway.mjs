#!/usr/bin/env node
import { setImmediate } from 'node:timers/promises';
import { prepare } from './prepare.mjs';

// Handle signals before the program is loaded, which takes a while: until then, the process simply exits.
let stop = () => process.exit(0);
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => stop(signal));

await prepare('cairn-gateway');
const { main } = await import('../dist/gateway.js');
await setImmediate(); // handles a signal that arrived while loading blocked the event loop
process.exit(await main(process.argv.slice(2), (onSignal) => (stop = onSignal)));
