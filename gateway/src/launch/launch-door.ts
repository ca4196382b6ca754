import type { Logger } from 'pino';
import { refuse, type Refusal, type RefusalCode } from '../refusal.ts';
import { LaunchSecret, type LaunchSecretOptions } from './launch-secret.ts';

/** Who tells the owner of the gateway the address that opens the wallet. It opens access: never write it to a log. */
export interface LaunchAnnouncer {
  /** Called with each address that comes to be good: the first, and the next whenever one was used. */
  announce(address: string): Promise<void>;
  /** Called when the gateway stops: the last address opens nothing any more. */
  withdraw(): Promise<void>;
}

export interface LaunchDoorOptions extends LaunchSecretOptions {
  readonly announcer: LaunchAnnouncer;
  /** Gets to know what happens, never a secret. */
  readonly logger: Logger;
}

/**
 * The way in: an address whose fragment carries the launch secret. A fragment is never sent, so that it stands in no
 * request, no `Referer` and no log; the page takes it out of the address bar and hands it in for the session's cookie.
 */
export class LaunchDoor {
  readonly #options: LaunchDoorOptions;
  readonly #secret: LaunchSecret;
  #origin = '';

  constructor(options: LaunchDoorOptions) {
    this.#options = options;
    this.#secret = new LaunchSecret(options);
  }

  /**
   * Announces the first address.
   * @param origin the gateway's
   * @throws what the announcer throws
   */
  async open(origin: string): Promise<void> {
    this.#origin = origin;
    await this.#announce();
  }

  /**
   * Takes a secret in; the next address is announced before the outcome is known to the page.
   * @param given what the page found in its address; `undefined` where its request was malformed
   */
  async enter(given: string | undefined): Promise<Refusal | undefined> {
    const outcome = given === undefined ? 'refused' : this.#secret.redeem(given);
    if (outcome !== 'accepted') return this.#refuse(`launch_${outcome}`);
    this.#options.logger.info('a browser was let in; the address that did it opens nothing any more');
    // The session is given all the same: the log says what is wrong.
    await this.#announce().catch((error: unknown) => this.#report(error));
    return undefined;
  }

  /** Takes the last address back. */
  async close(): Promise<void> {
    await this.#options.announcer.withdraw().catch((error: unknown) => this.#report(error));
  }

  #refuse(code: RefusalCode): Refusal {
    this.#options.logger.warn({ code }, 'somebody without the right launch secret asked for a session');
    return refuse(code);
  }

  #report(error: unknown): void {
    this.#options.logger.error({ reason: (error as Error).message }, 'the launch address: a file failed');
  }

  #announce(): Promise<void> {
    return this.#options.announcer.announce(`${this.#origin}/#launch=${this.#secret.current}`);
  }
}
