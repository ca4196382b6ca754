import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AstroIntegration } from 'astro';
import { policySource, readBaseUrl, readWitnesses } from '../src/site/base-url.ts';

const FILE = 'script-policy.txt';
const [API, WITNESSES] = ['PUBLIC_EXPLORER_API_URL', 'PUBLIC_WITNESS_API_URLS'] as const;

/**
 * The Content-Security-Policy of script files. A worker obeys the policy sent with its script, not that of its page; for
 * other scripts, browsers ignore it. It may connect to the API and to the witnesses; to nothing in the preview.
 * @throws Error if an address is not valid
 */
function scriptPolicyFor(env: Readonly<Record<string, string | undefined>>): string {
  const api = readBaseUrl(API, env[API]);
  const origins = api === undefined ? [] : [api, ...readWitnesses(env[WITNESSES])].map(policySource);
  const sources = origins.length === 0 ? "'none'" : [...new Set(origins)].join(' ');
  return `default-src 'none'; script-src 'self'; connect-src ${sources}`;
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
      'astro:build:done': () => writeFileSync(new URL(FILE, output), scriptPolicyFor(process.env)),
    },
  };
}

/**
 * The policy for this process's API and witnesses, otherwise for those of the build.
 * @param output folder of the build
 * @throws Error if an address is not valid
 */
export function readScriptPolicy(output: string): string {
  if (process.env[API] === undefined) return readFileSync(join(output, FILE), 'utf8');
  return scriptPolicyFor(process.env);
}
