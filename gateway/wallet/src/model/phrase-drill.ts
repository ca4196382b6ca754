import type { Services } from './services.ts';
import type { Phase } from './state.ts';

const DAY = 86_400_000;
/** Time until the first question after the phrase was confirmed, or after it was put off; until the next after an answer. */
const [FIRST, NEXT] = [7 * DAY, 90 * DAY];

/**
 * When the wallet asks whether its owner still has the recovery phrase: a week after it was confirmed as written down, then
 * every ninety days. The time is a setting of this browser.
 */
export class PhraseDrill {
  readonly #services: Pick<Services, 'settings' | 'now'>;

  constructor(services: Pick<Services, 'settings' | 'now'>) {
    this.#services = services;
  }

  /** Whether it is time to ask. */
  isDue(): boolean {
    const at = this.#services.settings.nextDrill.get();
    return at > 0 && this.#services.now() >= at;
  }

  /** The owner does not answer now. */
  putOff(): void {
    this.#ask(FIRST);
  }

  /** The owner has typed the right words. */
  pass(): void {
    this.#ask(NEXT);
  }

  /** Follows the wallet: the time begins anew for one that is new here, and once its phrase is confirmed. */
  follow(before: Phase, after: Phase): void {
    if (!isBackedUp(after) || isBackedUp(before)) return;
    const isKnown = before.name === 'locked' && this.#services.settings.nextDrill.get() > 0;
    if (!isKnown) this.putOff();
  }

  #ask(inMs: number): void {
    this.#services.settings.nextDrill.choose(this.#services.now() + inMs);
  }
}

const isBackedUp = (phase: Phase): boolean => phase.name === 'unlocked' && phase.wallet.backedUp;
