import { createSecret, isEqualSecret } from '../secret.ts';

/** Result of presenting a secret. */
export type Redemption = 'accepted' | 'refused' | 'limited';

export interface LaunchSecretOptions {
  /** Wrong guesses that are compared within one window; further ones are not compared. */
  readonly guesses: number;
  /** Length of that window in milliseconds. */
  readonly window: number;
  /** Milliseconds of a clock that never steps back. */
  readonly now: () => number;
}

/**
 * The secret that gives a browser of the gateway's owner a session: 256 random bits, base64url, valid for one use. It is
 * held here and in the announced address; access to the port does not reveal it.
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

  /** Checks a secret. The valid one is used up and replaced at once. */
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
