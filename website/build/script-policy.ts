import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AstroIntegration } from 'astro';
import { policySource, readBaseUrl, readWitnesses } from '../src/site/base-url.ts';

const FILE = 'script-policies.json';
const [API, WITNESSES] = ['PUBLIC_EXPLORER_API_URL', 'PUBLIC_WITNESS_API_URLS'] as const;

/** Folder of the built site with the worker that recomputes the chain, alone: its policy is another. */
export const RECOMPUTE_FOLDER = '_recompute';

/** The Content-Security-Policies of script files. A worker obeys the policy sent with its script, not that of its page. */
export interface ScriptPolicies {
  /** Of workers that prove; for other scripts, browsers ignore it. They may connect to the API and to the witnesses. */
  readonly scripts: string;
  /** Of the worker that recomputes: it fetches and compiles WebAssembly of this site, too. */
  readonly recompute: string;
}

/** The policies; in the preview, nothing may connect. @throws Error if an address is not valid */
function policiesFor(env: Readonly<Record<string, string | undefined>>): ScriptPolicies {
  const api = readBaseUrl(API, env[API]);
  const own = api === undefined ? [] : [policySource(api)];
  const others = api === undefined ? [] : readWitnesses(env[WITNESSES]).map(policySource);
  const policy = (scripts: string, ...more: string[]) =>
    `default-src 'none'; script-src ${scripts}; connect-src ${[...new Set([...more, ...own, ...others])].join(' ') || "'none'"}`;
  return { scripts: policy("'self'"), recompute: policy("'self' 'wasm-unsafe-eval'", "'self'") };
}

/** Writes the policies into the output folder, for a server without an address of its own. */
export function scriptPolicy(): AstroIntegration {
  let output: URL;
  return {
    name: 'cairn-script-policy',
    hooks: {
      'astro:config:done': ({ config }) => {
        output = config.outDir;
      },
      'astro:build:done': () =>
        writeFileSync(new URL(FILE, output), JSON.stringify(policiesFor(process.env))),
    },
  };
}

/**
 * The policies for this process's API and witnesses, otherwise for those of the build.
 * @param output folder of the build
 * @throws Error if an address is not valid
 */
export function readScriptPolicies(output: string): ScriptPolicies {
  if (process.env[API] !== undefined) return policiesFor(process.env);
  return JSON.parse(readFileSync(join(output, FILE), 'utf8')) as ScriptPolicies;
}
