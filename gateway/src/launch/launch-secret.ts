import { randomBytes } from 'node:crypto';
import { isEqualSecret } from '../equal-secret.ts';

/** What came of handing a secret in. */
export type Redemption = 'accepted' | 'refused' | 'limited';

export interface LaunchSecretOptions {
  /** Wrong guesses that are compared within one window; beyond them nothing is compared. */
  readonly guesses: number;
  /** Length of that window in milliseconds. */
  readonly window: number;
  /** Milliseconds of a clock that never steps back. */
  readonly now: () => number;
}

/**
 * The secret that turns a browser of the gateway's owner into one with a session: 256 random bits, base64url, good for
 * one use. It lives here and in the address that is announced. Whoever merely reaches the port does not have it.
 */
export class LaunchSecret {
  readonly #options: LaunchSecretOptions;
  #current = createSecret();
  #windowStart = -Infinity;
  #wrongGuesses = 0;

  constructor(options: LaunchSecretOptions) {
    this.#options = options;
  }

  /** The secret that is good now. */
  get current(): string {
    return this.#current;
  }

  /** Takes a secret in. The right one is spent by it, and another one takes its place at once. */
  redeem(given: string): Redemption {
    if (this.#isLimited()) return 'limited';
    if (!isEqualSecret(given, Buffer.from(this.#current))) {
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

function createSecret(): string {
  return randomBytes(32).toString('base64url');
}
