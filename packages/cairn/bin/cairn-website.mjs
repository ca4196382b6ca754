#!/usr/bin/env node
import { fileURLToPath } from 'node:url';
import { prepare } from './prepare.mjs';

await prepare('cairn-website');
process.env.CAIRN_WEBSITE_OUT_DIR ||= fileURLToPath(new URL('../website', import.meta.url));
await import('../dist/website.js');
