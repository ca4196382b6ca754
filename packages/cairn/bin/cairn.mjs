#!/usr/bin/env node
import { prepare } from './prepare.mjs';

// A server stopped while its modules load has opened nothing yet: it exits at once with code 0. Any other command stopped
// here has not done its work, and is ended by the signal.
const isServer = ['start', 'explorer'].includes(process.argv[2] ?? '');
for (const name of isServer ? ['SIGINT', 'SIGTERM', 'SIGHUP'] : []) {
  process.on(name, () => {
    if (process.listenerCount(name) === 1) process.exit(0); // otherwise the command handles signals itself by now
  });
}

await prepare('cairn');
const { main } = await import('../dist/cairn.js');
await main();
