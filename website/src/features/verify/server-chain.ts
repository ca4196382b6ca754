import type { ExplorerClient } from '@cairn/api/explorer';
import { titleOfNetwork } from '@cairn/protocol';
import { isPublic } from '../../site/figures.ts';
import type { Place, Recomputed } from './recomputed.ts';
import { Checks } from './checks.ts';
import type { ChainFacts, Check, Witness } from './proof.ts';
import type { Walk } from './walk.ts';
import { askWitness } from './witnesses.ts';

/**
 * Recomputes the chain of a walk up to its tip.
 * @param onFound called whenever more of it is recomputed, with the height of the tip
 * @throws ProofError, errors of the API
 */
export type Recompute = (
  walk: Walk,
  api: ExplorerClient,
  onFound: (found: Recomputed, target: number) => void,
) => Promise<void>;

/** What the worker's surroundings give it. */
export interface Surroundings {
  readonly fetch: typeof globalThis.fetch | undefined;
  /** Unix seconds. */
  readonly now: () => number;
  /** Calls back after so many milliseconds. */
  readonly after: (milliseconds: number, call: () => void) => void;
  /** Absent in a worker that only proves. */
  readonly recompute?: Recompute | undefined;
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

  /** Asks the witnesses, and waits for a while. */
  async askWitnesses(): Promise<void> {
    const { fetch, now, after } = this.#around;
    const ask = async () => {
      this.#witnesses = await Promise.all(this.#urls.map((url) => askWitness(url, this.walk, { fetch })));
      this.#heavierSince = this.#has('heavier') ? (this.#heavierSince ?? now()) : undefined;
    };
    await Promise.race([ask(), new Promise<void>((resolve) => after(PATIENCE_MS, resolve))]);
  }

  /**
   * @param block of the subject, if it is known
   * @param found by recomputing this chain or another
   */
  facts(block: Place | undefined, found: Recomputed): ChainFacts {
    const { walk } = this;
    const { header, id } = walk.tip;
    // Of a block below the first header at least the work of the walk stands on it.
    const work = block && walk.workFrom(Math.max(block.height, walk.from));
    const [recomputed, wrong] = [walk.having(found.tip), walk.having(found.wrong)];
    const known = (this.#witnesses ?? []).filter((one) => one.kind !== 'unknown');
    const have = known.filter(({ shared }) => shared >= (block?.height ?? header.height));
    return {
      network: walk.network.name,
      isPublic: isPublic(walk.network),
      tip: { height: header.height, id, time: header.timestamp },
      recomputed,
      // A block is not wrong if one above it was recomputed, by a newer build; nor if it breaks the rules of another network alone.
      wrong:
        wrong?.network === titleOfNetwork(walk.network) && wrong.height > (recomputed?.height ?? -1)
          ? wrong
          : undefined,
      depth: block && header.height - block.height + 1,
      work,
      minutes: work === undefined ? undefined : walk.minutesOf(work),
      witnesses: this.#witnesses,
      others: { have: have.length, count: known.length },
    };
  }

  /** What the walk has shown, what limits it now, and which witnesses speak against it: with a heavier chain, or newer blocks. */
  checks(block: Place | undefined, found: Recomputed): readonly Check[] {
    const { anchor, from, freshFor, tip } = this.walk;
    const { isPublic, work, others, recomputed, wrong } = this.facts(block, found);
    const checks = new Checks();
    checks.begin('chain');
    checks.count(tip.header.height - from);
    if (anchor === undefined) checks.limit('no_anchor', { count: from });
    if (!isPublic) checks.note('devnet');
    else if (work !== undefined) checks.begin('work');
    // Of the tip, or of a block at or below the one that was recomputed, every account or transaction follows from that.
    if (recomputed !== undefined) {
      if (recomputed.height >= (block ?? tip.header).height) checks.begin('recomputed');
      else checks.note('recomputed_below');
    }
    if (wrong !== undefined) {
      checks.begin('wrong_block');
      checks.problem(`block ${wrong.height}, ${wrong.id}: ${wrong.rule}`);
    }
    checks.begin('tip');
    if (isPublic && freshFor < 0) checks.limit('old_tip');
    checks.end(isPublic ? 'passed' : 'note');
    checks.begin('witnesses');
    for (const witness of this.#witnesses ?? []) this.#judge(witness, checks);
    checks.end(this.isDisputed || (others.have > 0 && others.have === others.count) ? 'passed' : 'note');
    return checks.all;
  }

  #judge(witness: Witness, checks: Checks): void {
    const { network, tip } = this.walk;
    const { height } = tip.header;
    const name = new URL(witness.url).host;
    const now = this.#around.now();
    if (witness.kind === 'heavier') {
      const stands = now - (this.#heavierSince ?? now) >= STANDS_SECONDS;
      if (stands || height - witness.shared > DEEP_FORK) {
        checks.problem(`${name}: more work above block ${witness.shared}, up to block ${witness.height}`);
        checks.limit('heavier', { name });
      } else checks.limit('heavier_pending', { name });
    }
    if (witness.kind === 'ahead' && now - witness.since > WITHHELD_SPACINGS * network.blockSpacingSeconds) {
      checks.limit('withheld', { name, count: witness.height - height });
    }
  }

  #has(kind: Witness['kind']): boolean {
    return this.#witnesses?.some((one) => one.kind === kind) === true;
  }
}
