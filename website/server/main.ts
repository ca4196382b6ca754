/** `npm run preview -w website`: serves the built website until SIGTERM, SIGINT or SIGHUP. */
import { resolve } from 'node:path';
import type { RunningServer } from '@cairn/http';

const { HOST, PORT, CAIRN_WEBSITE_OUT_DIR } = process.env;
const settings = {
  host: HOST || 'localhost',
  port: Number(PORT || 4321),
  output: resolve(import.meta.dirname, '..', CAIRN_WEBSITE_OUT_DIR || 'dist'),
};

let site: RunningServer | undefined;

// Installed before the server's modules load, so that a signal during the start also exits with code 0. Only the first
// signal counts: on Ctrl-C the terminal sends one, and npm another.
const signalled = new Promise<void>((resolve) => {
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => resolve());
});
void signalled.then(async () => {
  await site?.close();
  process.exit(0);
});

try {
  const { openSite } = await import('./site.ts');
  site = await openSite(settings);
} catch (error) {
  process.stderr.write(`website: ${(error as Error).message}\n`);
  process.exit(1);
}
