import { providePages } from '@cairn/suite';

/** Playwright's `globalSetup` in the checkout: builds wallet and website once, before the workers start. */
export default async function setup(): Promise<void> {
  await providePages({ say: (line) => void process.stdout.write(`${line}\n`) });
}
