import { open, rename, rm } from 'node:fs/promises';
import { StartError } from '../start-error.ts';
import type { LaunchAnnouncer } from './launch-door.ts';

/**
 * Announces the address by a small page that only the owner may read (0600, like the token's file): opened in a
 * browser, it goes on to the wallet. It always holds the address that is good now.
 */
export class LaunchFile implements LaunchAnnouncer {
  readonly path: string;

  /** @param path where the page is written; whatever was there before is replaced, links are not followed */
  constructor(path: string) {
    this.path = path;
  }

  /** @throws StartError when the file cannot be written */
  async announce(address: string): Promise<void> {
    try {
      await this.#replace(renderPage(address));
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      throw new StartError(
        `The address that opens the wallet cannot be written to ${this.path} (${code}): choose another with --launch-file.`,
      );
    }
  }

  async withdraw(): Promise<void> {
    await rm(this.path, { force: true });
  }

  /** By a new file of our own that is moved over the old one, so that a reader finds the one or the other, whole. */
  async #replace(text: string): Promise<void> {
    const fresh = `${this.path}.new`;
    await rm(fresh, { force: true }); // what a killed gateway left
    const file = await open(fresh, 'wx', 0o600);
    try {
      await file.writeFile(text);
    } finally {
      await file.close();
    }
    await rename(fresh, this.path);
  }
}

/** The address is base64url and an origin of our own: nothing in it needs escaping. */
function renderPage(address: string): string {
  return `<!doctype html>
<meta charset="utf-8">
<meta name="referrer" content="no-referrer">
<meta http-equiv="refresh" content="0; url=${address}">
<title>Cairn Wallet</title>
<p><a href="${address}">Open the wallet</a></p>
<p>This address opens it once. Keep this file to yourself; it is written anew whenever the address was used.</p>
`;
}
