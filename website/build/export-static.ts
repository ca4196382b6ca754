/**
 * Writes the built pages as files for any static host: `node export-static.ts [--try] [FOLDER]`, into `static/` or `try/` beside
 * the build by default. With `--try` their chain lives in the visitor's tab (`try-site.ts`). Run after `astro build`.
 */
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

const { values, positionals } = parseArgs({
  options: { try: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const output = resolve(process.env['CAIRN_WEBSITE_OUT_DIR'] ?? 'dist');
const [folder = join(output, values.try ? 'try' : 'static')] = positionals;
if (values.try) await (await import('./try-site.ts')).writeTrySite(output, resolve(folder));
else await (await import('./static-site.ts')).writeStaticSite(output, resolve(folder));
