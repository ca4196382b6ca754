#!/usr/bin/env node
import { fileURLToPath } from 'node:url';
import { prepare } from './prepare.mjs';

const HELP = `Usage: cairn-website

Serves the explorer's pages until a signal stops it. Its settings are variables:
  HOST, PORT                 where it listens (default: localhost, 4321)
  PUBLIC_EXPLORER_API_URL    where browsers reach the Explorer API; without it the pages have no data
  EXPLORER_API_INTERNAL_URL  where this server reaches it, if not there
  PUBLIC_WALLET_URL          a wallet's gateway, to which pages link
  PUBLIC_NETWORK             network that the API has to be on: devnet or testnet
  PUBLIC_WITNESS_API_URLS    other operators' Explorer APIs, separated by spaces
  CAIRN_WEBSITE_LOG_FORMAT   pretty or json (default: pretty)
`;
const argv = process.argv.slice(2);
if (argv.length > 0) {
  if (['-h', '--help'].includes(argv[0])) {
    process.stdout.write(HELP);
    process.exit(0);
  }
  process.stderr.write('cairn-website: takes no arguments, but variables (see --help)\n');
  process.exit(2);
}
await prepare('cairn-website');
process.env.CAIRN_WEBSITE_OUT_DIR ||= fileURLToPath(new URL('../website', import.meta.url));
await import('../dist/website.js');
