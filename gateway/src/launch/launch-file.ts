import { open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { StartError } from '../start-error.ts';
import type { LaunchAnnouncer } from './launch-exchange.ts';

export interface OwnerAnnouncerOptions {
  /** Path of the launch file; null for `wallet-PORT.html` in the folder of the token file. */
  readonly launchFile: string | null;
  readonly tokenFile: string;
  /** Prints on the terminal; absent if the output may be redirected to a file. */
  readonly show: ((lines: string) => void) | undefined;
  /** Writes to the log. Others may read the log, so it gets the path of the file, not the address. */
  readonly log: (line: string) => void;
}

/** Announces the address where only the owner can read it: in a file with mode 0600, and on the terminal if there is one. */
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

/** A small HTML file that redirects a browser to the valid address. Only the owner can read it: its mode is 0600. */
export class LaunchFile implements LaunchAnnouncer {
  readonly path: string;

  /** @param path path of the file; an existing file or symbolic link is replaced */
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
    await rm(fresh, { force: true }); // a killed gateway may have left one
    const file = await open(fresh, 'wx', 0o600);
    try {
      await file.writeFile(text);
    } finally {
      await file.close();
    }
    await rename(fresh, this.path);
  }
}

/** Renders the file. The address consists of the gateway's origin and base64url, so it needs no escaping. */
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
