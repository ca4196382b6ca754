import { open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { StartError } from '../start-error.ts';
import type { LaunchAnnouncer } from './launch-exchange.ts';

export interface OwnerAnnouncerOptions {
  /** Path of the launch file; null for `wallet-PORT.html` beside the token's file. */
  readonly launchFile: string | null;
  readonly tokenFile: string;
  /** Prints on the owner's terminal; absent if the output may be redirected to a file. */
  readonly show: ((lines: string) => void) | undefined;
  /** Writes to the log, which others may read: it gets only the file's path. */
  readonly log: (line: string) => void;
}

/** Announces the address where only the owner can read it: in a file of mode 0600, and on the terminal if there is one. */
export class OwnerAnnouncer implements LaunchAnnouncer {
  readonly #options: OwnerAnnouncerOptions;
  #file: LaunchFile | undefined;

  constructor(options: OwnerAnnouncerOptions) {
    this.#options = options;
  }

  async announce(address: string): Promise<void> {
    const { show, log } = this.#options;
    const isFirst = this.#file === undefined;
    const file = (this.#file ??= new LaunchFile(this.#choosePath(address)));
    await file.announce(address);
    const link = pathToFileURL(file.path).href;
    if (isFirst) log(`open the wallet with ${link}`);
    show?.(`\n  Open the wallet (once): ${address}\n  At any time later:      ${link}\n\n`);
  }

  async withdraw(): Promise<void> {
    await this.#file?.withdraw();
  }

  #choosePath(address: string): string {
    const { launchFile, tokenFile } = this.#options;
    return launchFile ?? join(dirname(tokenFile), `wallet-${new URL(address).port}.html`);
  }
}

/** A small HTML file that redirects a browser to the valid address. Only the owner can read it (0600, like the token's file). */
export class LaunchFile implements LaunchAnnouncer {
  readonly path: string;

  /** @param path an existing file is replaced, links are not followed */
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

  /** Writes a new file and renames it over the old one, so that readers never see a partial file. */
  async #replace(text: string): Promise<void> {
    const fresh = `${this.path}.new`;
    await rm(fresh, { force: true }); // left by a killed gateway
    const file = await open(fresh, 'wx', 0o600);
    try {
      await file.writeFile(text);
    } finally {
      await file.close();
    }
    await rename(fresh, this.path);
  }
}

/** The address is the gateway's origin and base64url, so nothing needs escaping. */
function renderPage(address: string): string {
  return `<!doctype html>
<meta charset="utf-8">
<meta name="referrer" content="no-referrer">
<meta http-equiv="refresh" content="0; url=${address}">
<title>Cairn Wallet</title>
<p><a href="${address}">Open the wallet</a></p>
<p>This address works once. Keep this file private; it is rewritten after each use.</p>
`;
}
