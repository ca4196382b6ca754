#!/usr/bin/env node
/** `cairn` in the checkout. It needs Node 24, which the project installs: an older Node starts that one. */
import { prepare } from '../../packages/cairn/bin/launch.mjs';

const isServer = ['start', 'explorer'].includes(process.argv[2] ?? '');
const modules = new URL('../../node_modules/', import.meta.url);
await prepare('cairn', 24, modules, { isServer, ownNode: new URL('.bin/node', modules) });
const { main } = await import('../src/cli.ts');
await main();
