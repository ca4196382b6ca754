import type { Logger } from 'pino';
import { refuse, type Refusal, type RefusalCode } from '../refusal.ts';
import { LaunchSecret, type LaunchSecretOptions } from './launch-secret.ts';

/** Tells the gateway's owner the address that opens the wallet. The address gives access: never write it to a log. */
export interface LaunchAnnouncer {
  /** Called with each valid address: the first, and the next one after each use. */
  announce(address: string): Promise<void>;
  /** Called when the gateway stops: the last address is no longer valid. */
  withdraw(): Promise<void>;
}

export interface LaunchDoorOptions extends LaunchSecretOptions {
  readonly announcer: LaunchAnnouncer;
  readonly logger: Logger;
}

/**
 * Opens sessions by an address whose fragment carries the launch secret. Browsers never send a fragment, so it is in no
 * request, no `Referer` and no log; the page removes it from the address bar and exchanges it for the session's cookie.
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
   * @throws the announcer's error
   */
  async open(origin: string): Promise<void> {
    this.#origin = origin;
    await this.#announce();
  }

  /**
   * Checks a secret. The next address is announced before the page gets its answer.
   * @param given the secret of the page's address; `undefined` if its request was malformed
   */
  async enter(given: string | undefined): Promise<Refusal | undefined> {
    const outcome = given === undefined ? 'refused' : this.#secret.redeem(given);
    if (outcome !== 'accepted') return this.#refuse(`launch_${outcome}`);
    this.#options.logger.info('a browser opened a session; its launch address is no longer valid');
    // The session is opened even if this fails: the log says why.
    await this.#announce().catch((error: unknown) => this.#report(error));
    return undefined;
  }

  /** Withdraws the last address. */
  async close(): Promise<void> {
    await this.#options.announcer.withdraw().catch((error: unknown) => this.#report(error));
  }

  #refuse(code: RefusalCode): Refusal {
    this.#options.logger.warn({ code }, 'refused a session: wrong launch secret');
    return refuse(code);
  }

  #report(error: unknown): void {
    this.#options.logger.error(
      { reason: (error as Error).message },
      'the launch address could not be announced or withdrawn',
    );
  }

  #announce(): Promise<void> {
    return this.#options.announcer.announce(`${this.#origin}/#launch=${this.#secret.current}`);
  }
}
