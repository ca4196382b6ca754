import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AstroIntegration } from 'astro';

const FILE = 'script-policy.txt';

/**
 * Writes the Content-Security-Policy of script files into the output folder. A worker obeys the policy sent with its script,
 * not that of its page; for other scripts, browsers ignore it. The server reads the file because the API's origin is fixed
 * at build time.
 * @param apiOrigin origin that a worker may connect to; absent in the preview build
 */
export function scriptPolicy(apiOrigin: string | undefined): AstroIntegration {
  const policy = `default-src 'none'; script-src 'self'; connect-src ${apiOrigin ?? "'none'"}`;
  let output: URL;
  return {
    name: 'cairn-script-policy',
    hooks: {
      'astro:config:done': ({ config }) => {
        output = config.outDir;
      },
      'astro:build:done': () => writeFileSync(new URL(FILE, output), policy),
    },
  };
}

/** The policy that a build wrote. @param output its folder */
export function readScriptPolicy(output: string): string {
  return readFileSync(join(output, FILE), 'utf8');
}
