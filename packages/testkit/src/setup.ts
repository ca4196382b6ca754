import { buildWebsite } from '../../../scripts/lib/website.ts';

/** Playwright's `globalSetup`: builds the website before several workers would do so at once. */
export default async function setup(): Promise<void> {
  await buildWebsite((line) => void process.stdout.write(`${line}\n`));
}
