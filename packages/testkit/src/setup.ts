import { buildWebsite } from '../../../scripts/lib/website.ts';

/** Playwright's `globalSetup`: builds the website once, before the workers start. */
export default async function setup(): Promise<void> {
  await buildWebsite((line) => void process.stdout.write(`${line}\n`));
}
