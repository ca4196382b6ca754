#!/usr/bin/env node
import { fileURLToPath } from 'node:url';
import { prepare } from './prepare.mjs';

if (process.argv.length > 2) {
  process.stderr.write(
    'cairn-website: takes no arguments, but HOST, PORT, PUBLIC_EXPLORER_API_URL, EXPLORER_API_INTERNAL_URL, PUBLIC_WALLET_URL, PUBLIC_NETWORK, PUBLIC_WITNESS_API_URLS and CAIRN_WEBSITE_LOG_FORMAT from the environment\n',
  );
  process.exit(2);
}
await prepare('cairn-website');
process.env.CAIRN_WEBSITE_OUT_DIR ||= fileURLToPath(new URL('../website', import.meta.url));
await import('../dist/website.js');
