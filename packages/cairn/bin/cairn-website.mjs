#!/usr/bin/env node
import { fileURLToPath } from 'node:url';
import { prepare } from './launch.mjs';

await prepare('cairn-website', 22, new URL('../../', import.meta.url), { isServer: true });
process.env.CAIRN_WEBSITE_OUT_DIR ||= fileURLToPath(new URL('../website', import.meta.url));
await import('../dist/website.js');
