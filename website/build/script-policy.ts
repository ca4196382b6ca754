import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AstroIntegration } from 'astro';
import { readBaseUrl } from '../src/site/base-url.ts';

const FILE = 'script-policy.txt';
const SETTING = 'PUBLIC_EXPLORER_API_URL';

/**
 * The Content-Security-Policy of script files. A worker obeys the policy sent with its script, not that of its page; for
 * other scripts, browsers ignore it.
 * @param api base URL of the API, the only address that a worker may connect to; absent in the preview
 */
function scriptPolicyFor(api: string | undefined): string {
  const source = api === undefined ? "'none'" : new URL(api).origin;
  return `default-src 'none'; script-src 'self'; connect-src ${source}`;
}

/** Writes the policy into the output folder, for a server without an address of its own. */
export function scriptPolicy(): AstroIntegration {
  let output: URL;
  return {
    name: 'cairn-script-policy',
    hooks: {
      'astro:config:done': ({ config }) => {
        output = config.outDir;
      },
      'astro:build:done': () =>
        writeFileSync(new URL(FILE, output), scriptPolicyFor(readBaseUrl(SETTING, process.env[SETTING]))),
    },
  };
}

/**
 * The policy for this process's API, otherwise for that of the build.
 * @param output folder of the build
 * @throws Error if the API's address is not valid
 */
export function readScriptPolicy(output: string): string {
  const given = process.env[SETTING];
  if (given === undefined) return readFileSync(join(output, FILE), 'utf8');
  return scriptPolicyFor(readBaseUrl(SETTING, given));
}
