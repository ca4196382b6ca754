import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { LaunchAnnouncer } from './launch-door.ts';
import { LaunchFile } from './launch-file.ts';

export interface OwnerAnnouncerOptions {
  /** Where the file goes; null for `wallet-PORT.html` beside the token's file. */
  readonly launchFile: string | null;
  readonly tokenFile: string;
  /** Shows lines to the person at the terminal, where there is one; absent where output may end up in a file. */
  readonly show: ((lines: string) => void) | undefined;
  /** Writes to the log, which others may read: only where the address is to be found. */
  readonly log: (line: string) => void;
}

/** Tells the owner by both ways that lead to nobody else: a file of mode 0600 and, when there is one, the terminal. */
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
    if (isFirst) log(`a browser is let in by ${link}`);
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
