/** The one-time secret that opens the wallet (docs/decisions/0008-launch-secret.md). */
import { rmSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import type { Logger } from 'pino';
import { StartError } from './errors.ts';
import { createSecret, isEqualSecret, replacePrivateFile } from './secret.ts';

export interface LaunchOptions {
  /** The gateway's origin. */
  readonly origin: string;
  /** The launch file; an existing file or symbolic link is replaced. */
  readonly file: string;
  /** Prints on the owner's terminal; absent if the output may end up in a file that others can read. */
  readonly show: ((lines: string) => void) | undefined;
  /** Gets the path of the file, never the address: others may read the log. */
  readonly logger: Logger;
}

/**
 * The secret is in the fragment of an address, which no browser sends: it is in no request target, `Referer` or log. The page
 * removes it from the address bar and posts it. The owner finds the valid address in the launch file, and on the terminal.
 */
export class Launch {
  readonly #options: LaunchOptions;
  #secret = createSecret();

  constructor(options: LaunchOptions) {
    this.#options = options;
  }

  /** Announces the first address. @throws StartError if the file cannot be written */
  open(): void {
    const { file, logger } = this.#options;
    try {
      this.#announce();
    } catch (cause) {
      const { code } = cause as NodeJS.ErrnoException;
      throw new StartError(
        `The address that opens the wallet cannot be written to ${file} (${code}): choose another with --launch-file.`,
        cause,
      );
    }
    logger.info(`open the wallet with ${pathToFileURL(file).href}`);
  }

  /** Checks a secret. The right one is replaced at once, and the next address announced. */
  redeem(given: string): boolean {
    if (!isEqualSecret(given, this.#secret)) return false;
    const { logger } = this.#options;
    this.#secret = createSecret();
    logger.info('a browser opened a session; its launch address is no longer valid');
    try {
      this.#announce();
    } catch (error) {
      // The session is valid nevertheless.
      logger.error({ reason: (error as Error).message }, 'the next launch address cannot be announced');
    }
    return true;
  }

  /** Removes the launch file: its address is no longer valid. */
  close(): void {
    rmSync(this.#options.file, { force: true });
  }

  #announce(): void {
    const { origin, file, show } = this.#options;
    const address = `${origin}/#launch=${this.#secret}`;
    replacePrivateFile(file, renderPage(address));
    const link = pathToFileURL(file).href;
    show?.(`\n  Open the wallet (once): ${address}\n  At any time later:      ${link}\n\n`);
  }
}

/** A page that leads a browser to the address, which consists of the gateway's origin and base64url: nothing to escape. */
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
