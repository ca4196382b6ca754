#!/usr/bin/env node
import { prepare } from './launch.mjs';

await prepare('cairn-gateway', 22, new URL('../../', import.meta.url), { isServer: true });
const { main } = await import('../dist/gateway.js');
process.exit(await main(process.argv.slice(2)));
