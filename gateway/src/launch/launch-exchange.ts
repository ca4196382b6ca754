import type { Logger } from 'pino';
import { refuse, type Refusal, type RefusalCode } from '../refusal.ts';
import { createSecret, isEqualSecret } from '../secret.ts';

/** Announces the address that opens the wallet to the gateway's owner. The address gives access: it must not be logged. */
export interface LaunchAnnouncer {
  /** Called with the first address, and after each use with the next address. */
  announce(address: string): Promise<void>;
  /** Called when the gateway stops: the last address is not valid any more. */
  withdraw(): Promise<void>;
}

/** Result of checking a launch secret; `limited` after too many wrong ones. */
type Redemption = 'accepted' | 'refused' | 'limited';

interface LaunchSecretOptions {
  /** Maximum number of wrong secrets in one window; after them, every secret is refused without a comparison. */
  readonly guesses: number;
  /** Length of a window in milliseconds. */
  readonly window: number;
  /** Monotonic clock in milliseconds. */
  readonly now: () => number;
}

export interface LaunchExchangeOptions extends LaunchSecretOptions {
  readonly announcer: LaunchAnnouncer;
  readonly logger: Logger;
}

/**
 * Exchanges the launch secret for a session. The secret is in the fragment of the announced address: browsers do not send
 * fragments, so it is in no request target, `Referer` or log. The page removes it from the address bar and posts it here.
 */
export class LaunchExchange {
  readonly #options: LaunchExchangeOptions;
  readonly #secret: LaunchSecret;
  #origin = '';

  constructor(options: LaunchExchangeOptions) {
    this.#options = options;
    this.#secret = new LaunchSecret(options);
  }

  /**
   * Announces the first address, on this origin.
   * @throws the announcer's error
   */
  async open(origin: string): Promise<void> {
    this.#origin = origin;
    await this.#announce();
  }

  /**
   * Checks a secret, and announces the next address before the page gets its answer.
   * @param given `undefined` if the page's request was malformed
   * @returns `undefined` if the secret is right: the caller sets the session's cookie
   */
  async exchange(given: string | undefined): Promise<Refusal | undefined> {
    const outcome = given === undefined ? 'refused' : this.#secret.redeem(given);
    if (outcome !== 'accepted') return this.#refuse(`launch_${outcome}`);
    this.#options.logger.info('a browser opened a session; its launch address is no longer valid');
    // The session is valid even if the next address cannot be announced.
    await this.#announce().catch((error: unknown) => this.#report(error));
    return undefined;
  }

  /** Invalidates the last address. */
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

/**
 * The secret that gives a browser a session: 256 random bits in base64url, valid for one use. It exists only here and in the
 * announced address; a program that can reach the port does not learn it.
 */
export class LaunchSecret {
  readonly #options: LaunchSecretOptions;
  #current = createSecret();
  #windowStart = -Infinity;
  #wrongGuesses = 0;

  constructor(options: LaunchSecretOptions) {
    this.#options = options;
  }

  /** The valid secret. */
  get current(): string {
    return this.#current;
  }

  /** Checks a secret. If it is right, replaces it at once with a new one. */
  redeem(given: string): Redemption {
    if (this.#isLimited()) return 'limited';
    if (!isEqualSecret(given, this.#current)) {
      this.#wrongGuesses += 1;
      return 'refused';
    }
    this.#current = createSecret();
    return 'accepted';
  }

  #isLimited(): boolean {
    const { guesses, window, now } = this.#options;
    if (now() - this.#windowStart >= window) {
      this.#windowStart = now();
      this.#wrongGuesses = 0;
    }
    return this.#wrongGuesses >= guesses;
  }
}
