import { Checks } from './checks.ts';
import type { ChainFacts, Check } from './proof.ts';
import type { Place, Walk } from './walk.ts';
import { askWitnesses, type Witness } from './witnesses.ts';

/** What the worker's surroundings give it. */
export interface Surroundings {
  readonly fetch: typeof globalThis.fetch | undefined;
  /** Unix seconds. */
  readonly now: () => number;
  /** Calls back after so many milliseconds. */
  readonly after: (milliseconds: number, call: () => void) => void;
}

/** How long a verdict waits for witnesses; one that answers later still counts. */
const PATIENCE_MS = 2_000;
/** How long a heavier chain must stand before it counts (TRUST.md 3): one that forks deeper is no race between two miners. */
const STANDS_SECONDS = 30;
const DEEP_FORK = 6;
/** Spacings after which blocks that only a witness has were withheld. */
const WITHHELD_SPACINGS = 2;

/** The chain of the page's server: as it was walked, and what other nodes say of it. */
export class ServerChain {
  readonly walk: Walk;
  readonly #urls: readonly string[];
  readonly #around: Surroundings;
  #witnesses: readonly Witness[] | undefined;
  /** Unix seconds since when a witness has had a heavier chain. */
  #heavierSince: number | undefined;

  /** @param urls of the witnesses' Explorer APIs */
  constructor(walk: Walk, urls: readonly string[], around: Surroundings) {
    this.walk = walk;
    this.#urls = urls;
    this.#around = around;
  }

  /** True while a witness has blocks that the server has not: both are worth asking again. */
  get isDisputed(): boolean {
    return this.#has('heavier') || this.#has('ahead');
  }

  /** Asks the witnesses, and waits for a while. @param onLate called once all have answered, if that took longer */
  async askWitnesses(onLate: () => void): Promise<void> {
    const answered = askWitnesses(this.#urls, this.walk, this.#around).then((witnesses) => {
      this.#witnesses = witnesses;
      this.#heavierSince = this.#has('heavier') ? (this.#heavierSince ?? this.#around.now()) : undefined;
      return 'answered';
    });
    const patience = new Promise((resolve) => this.#around.after(PATIENCE_MS, () => resolve('late')));
    if ((await Promise.race([answered, patience])) === 'late') void answered.then(onLate);
  }

  /** @param block of the subject, if it is known */
  facts(block: Place | undefined): ChainFacts {
    const { walk } = this;
    const { header, id } = walk.tip;
    // Of a block below the first header at least the work of the walk stands on it.
    const work = block && walk.workFrom(Math.max(block.height, walk.from));
    return {
      network: walk.network.name,
      isPublic: walk.network.retarget === 'asert',
      tip: { height: header.height, id, time: header.timestamp },
      depth: block && header.height - block.height + 1,
      work,
      minutes: work === undefined ? undefined : walk.minutesOf(work),
      witnesses: this.#witnesses,
      others: this.#others(block?.height ?? header.height),
    };
  }

  /** What the walk has shown, what limits it now, and which witnesses speak against it: with a heavier chain, or newer blocks. */
  checks(block: Place | undefined): readonly Check[] {
    const { anchor, from, freshFor, tip } = this.walk;
    const { isPublic, work, others } = this.facts(block);
    const checks = new Checks();
    checks.begin('chain');
    checks.count(tip.header.height - from);
    if (anchor === undefined) checks.limit('no_anchor', { count: from });
    if (!isPublic) checks.note('devnet');
    else if (work !== undefined) checks.begin('work');
    if (!isPublic) checks.note('tip');
    else checks.begin('tip');
    if (isPublic && freshFor < 0) checks.limit('old_tip');
    const isShared = others.have > 0 && others.have === others.count;
    if (!this.isDisputed && !isShared) checks.note('witnesses');
    else checks.begin('witnesses');
    for (const witness of this.#witnesses ?? []) this.#judge(witness, checks);
    checks.end();
    return checks.all;
  }

  #judge({ url, outcome }: Witness, checks: Checks): void {
    const { network, tip } = this.walk;
    const { height } = tip.header;
    const name = new URL(url).host;
    const now = this.#around.now();
    if (outcome.kind === 'heavier') {
      const { fork, tip: other } = outcome;
      const stands = now - (this.#heavierSince ?? now) >= STANDS_SECONDS;
      if (stands || height - fork > DEEP_FORK) {
        checks.problem(`${name}: more work above block ${fork}, up to block ${other.height} (${other.id})`);
        checks.limit('heavier', { name });
      } else checks.limit('heavier_pending', { name });
    }
    if (outcome.kind === 'ahead' && now - outcome.since > WITHHELD_SPACINGS * network.blockSpacingSeconds) {
      checks.limit('withheld', { name, count: outcome.tip.height - height });
    }
  }

  #others(height: number): ChainFacts['others'] {
    const known = (this.#witnesses ?? []).filter(
      ({ outcome }) => outcome.kind !== 'unknown' && outcome.kind !== 'broken',
    );
    const have = known.filter(({ outcome }) =>
      'fork' in outcome ? outcome.fork >= height : 'tip' in outcome && outcome.tip.height >= height,
    );
    return { have: have.length, count: known.length };
  }

  #has(kind: Witness['outcome']['kind']): boolean {
    return this.#witnesses?.some(({ outcome }) => outcome.kind === kind) === true;
  }
}
