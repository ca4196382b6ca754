#!/usr/bin/env node
import { prepare } from './launch.mjs';

const isServer = ['start', 'explorer'].includes(process.argv[2] ?? '');
await prepare('cairn', 22, new URL('../../', import.meta.url), { isServer });
const { main } = await import('../dist/cairn.js');
await main();
