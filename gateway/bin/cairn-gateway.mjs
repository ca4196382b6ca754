#!/usr/bin/env node
/** `cairn-gateway` in the checkout. It needs Node 24, which the project installs: an older Node starts that one. */
import { prepare } from '../../packages/cairn/bin/launch.mjs';

const modules = new URL('../../node_modules/', import.meta.url);
await prepare('cairn-gateway', 24, modules, { isServer: true, ownNode: new URL('.bin/node', modules) });
const { main } = await import('../src/cli.ts');
process.exit(await main(process.argv.slice(2)));
