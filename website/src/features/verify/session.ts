import { type ApiSource, LIMITS, NO_LIMITS, openSource } from './api-source.ts';
import { Findings, type ProofContext, type Proven } from './findings.ts';
import { type GivenInput, parseInput } from './parse-input.ts';
import {
  type ChainFacts,
  type Finding,
  type PaintedAddress,
  type ProofRequest,
  type ProofState,
  type ProvenAddress,
  type ProvenBlock,
  verdictOf,
} from './proof.ts';
import { AddressMemory, comparable, proveAddress } from './prove-address.ts';
import { proveBlock } from './prove-block.ts';
import { proveInput } from './prove-input.ts';
import { proveTransaction } from './prove-transaction.ts';
import { Walk, WalkError } from './walk.ts';
import { askWitnesses, type Witness } from './witnesses.ts';

/** What a session needs of its surroundings. */
interface Surroundings {
  readonly fetch: typeof globalThis.fetch | undefined;
  /** Unix seconds. */
  readonly now: () => number;
  /** Calls back after so many milliseconds. */
  readonly after: (milliseconds: number, call: () => void) => void;
}

const BROWSER: Surroundings = {
  fetch: undefined,
  now: () => Date.now() / 1000,
  after: (milliseconds, call) => void setTimeout(call, milliseconds),
};

type ProveRequest = Extract<ProofRequest, { kind: 'prove' }>;

/** How long a verdict waits for witnesses; one that answers later still counts. */
const WITNESS_PATIENCE_MS = 2_000;
/** Pause between two questions while a witness knows another chain, and how long a heavier one must stand (TRUST.md 3). */
const ASK_AGAIN_MS = 5_000;
const STANDS_SECONDS = 30;
/** A heavier branch that forks deeper is no race between two miners. */
const DEEP_FORK = 6;
/** Spacings after which blocks that only a witness has were withheld. */
const WITHHELD_SPACINGS = 2;

/** The worker of a page: proves one subject at a time, and follows each new tip with it. */
export class Session {
  readonly #post: (state: ProofState) => void;
  readonly #around: Surroundings;
  #queue: Promise<void> = Promise.resolve();
  #current: Proof | undefined;
  /** The last one that was begun: its walk goes on. */
  #begun: Proof | undefined;

  constructor(post: (state: ProofState) => void, around: Partial<Surroundings> = {}) {
    this.#post = post;
    this.#around = { ...BROWSER, ...around };
  }

  /** Answers a page's message. Rejects for a bug alone. */
  handle(request: ProofRequest): Promise<void> {
    if (request.kind === 'tip') return this.#enqueue(() => this.#current?.follow());
    // What an earlier proof still finds is dropped.
    const isCurrent = () => this.#current === proof;
    const post = (state: ProofState) => isCurrent() && this.#post(state);
    const later: Later = (milliseconds, call) =>
      this.#around.after(milliseconds, () => {
        if (isCurrent()) void this.#enqueue(call);
      });
    const proof: Proof = new Proof(request, this.#around, post, later);
    this.#current = proof;
    return this.#enqueue(() => {
      if (!isCurrent()) return undefined;
      const walk = this.#begun?.walk;
      this.#begun = proof;
      return proof.begin(walk);
    });
  }

  #enqueue(task: () => Promise<void> | undefined): Promise<void> {
    const done = this.#queue.then(task);
    this.#queue = done.catch(() => undefined);
    return done;
  }
}

/** Calls back, unless another subject has come. */
type Later = (milliseconds: number, call: () => Promise<void> | undefined) => void;

/**
 * The proof of one subject for as long as its page is open: walks the server's headers, decodes the subject from checked bytes, asks
 * the witnesses, and follows each new tip without hashing again. What it posts is computed from these four anew each time.
 */
class Proof {
  readonly #request: ProveRequest;
  readonly #around: Surroundings;
  readonly #postState: (state: ProofState) => void;
  readonly #later: Later;
  readonly #source: ApiSource;
  readonly #memory = new AddressMemory();
  #walk: Walk | undefined;
  /** Why there is no walk. */
  #lost: readonly Finding[] = [];
  #findings: readonly Finding[] = [];
  #proven: Proven<unknown> = {};
  #witnesses: readonly Witness[] | undefined;
  /** Unix seconds since when a witness has had a heavier chain. */
  #heavierSince: number | undefined;
  #asksAgain = false;

  constructor(request: ProveRequest, around: Surroundings, post: (state: ProofState) => void, later: Later) {
    this.#request = request;
    this.#around = around;
    this.#postState = post;
    this.#later = later;
    this.#source = openSource(request.settings.baseUrl, around.fetch);
  }

  get walk(): Walk | undefined {
    return this.#walk;
  }

  /** @param walk of an earlier proof of the same server */
  async begin(walk: Walk | undefined): Promise<void> {
    const { subject } = this.#request;
    const isInput = subject.kind === 'input';
    if (!isInput || subject.asksChain) await this.#openWalk(walk);
    if (this.#walk !== undefined || isInput) await this.#prove(true);
    if (this.#walk !== undefined) {
      await this.#askWitnesses();
      this.#watchClock();
    }
    this.#end();
  }

  /** Follows the server to its newest tip. @param isAsking true to ask the witnesses even if it is the same */
  async follow(isAsking = false): Promise<void> {
    if (this.#walk === undefined) return;
    const hasMoved = await this.#extend();
    if (!hasMoved && !isAsking) return;
    if (hasMoved && this.#walk !== undefined && !this.#stands()) await this.#prove(false);
    if (this.#walk !== undefined) await this.#askWitnesses();
    this.#end();
  }

  async #openWalk(former: Walk | undefined): Promise<void> {
    const findings = new Findings(() => this.#post(findings.all, false));
    findings.begin('chain');
    const { isWhole, settings } = this.#request;
    try {
      // The whole chain is asked for from the genesis block on.
      if (former !== undefined && (!isWhole || former.from === 0)) {
        await former.extend();
        this.#walk = former;
      } else {
        this.#walk = await Walk.open(this.#source, {
          network: settings.network,
          most: (isWhole ? NO_LIMITS : LIMITS).headers,
          now: this.#around.now,
          onProgress: (done, total) => {
            findings.count(done);
            findings.progress(done, total);
          },
        });
      }
    } catch (error) {
      this.#lose(findings, error);
    }
  }

  /** @returns false if the tip is the same, or the server does not answer now: what was proven stands */
  async #extend(): Promise<boolean> {
    try {
      return (await this.#walk?.extend()) === true;
    } catch (error) {
      if (!(error instanceof WalkError)) return false;
      const findings = new Findings();
      findings.begin('chain');
      this.#lose(findings, error);
      return true;
    }
  }

  /** Nothing is proven by a chain that cannot be walked. */
  #lose(findings: Findings, error: unknown): void {
    findings.breakOff(error);
    this.#walk = undefined;
    this.#lost = findings.all;
    this.#findings = [];
    this.#proven = {};
  }

  /** True if what was proven needs no other bytes at the new tip: its block is still in the chain. */
  #stands(): boolean {
    const { block } = this.#proven;
    const { kind } = this.#request.subject;
    if (kind === 'address' || kind === 'chain' || block === undefined) return false;
    // A block below the first header was linked to it, and the walk still has that one.
    return block.height < this.#walk!.from || this.#walk!.at(block.height)?.id === block.id;
  }

  /** @param isFirst true to show how far it is, and to compare; later proofs replace the former one in one step */
  async #prove(isFirst: boolean): Promise<void> {
    const show = () => isFirst && this.#post([...this.#chainFindings(), ...findings.all], false);
    const findings: Findings = new Findings(show);
    let proven: Proven<unknown> = {};
    try {
      proven = await this.#proveSubject(findings);
      findings.end();
      if (findings.hasFailed) proven = {};
      if (isFirst) this.#compare(proven.value?.(), findings);
    } catch (error) {
      findings.breakOff(error);
    }
    this.#proven = proven;
    this.#findings = findings.all;
  }

  async #proveSubject(findings: Findings): Promise<Proven<unknown>> {
    const { subject, isWhole } = this.#request;
    if (subject.kind === 'input') {
      return proveInput(parseInput(subject.text) as GivenInput, findings, this.#walk);
    }
    const walk = this.#walk!;
    const limits = isWhole ? NO_LIMITS : LIMITS;
    const context: ProofContext = { source: this.#source, walk, findings, limits };
    switch (subject.kind) {
      case 'block':
        return proveBlock(context, subject);
      case 'transaction':
        return proveTransaction(context, subject);
      case 'address':
        return proveAddress(context, subject, this.#memory);
      default:
        return { value: () => ({ height: walk.tip.header.height, id: walk.tip.id }) };
    }
  }

  /** Compares what the page has painted with what was proven: only of the same tip, because another one may have other values. */
  #compare(value: unknown, findings: Findings): void {
    const { subject } = this.#request;
    if (!('painted' in subject) || subject.painted === undefined || value === undefined) return;
    const { tip_id: tip, value: said } = subject.painted;
    if (tip !== undefined && tip !== this.#walk?.tip.id) return;
    if (subject.kind === 'block' && typeof subject.reference === 'number') {
      // If another block has come to the height, there is nothing to compare.
      if (subject.painted.value.block?.id !== (value as ProvenBlock).block.id) return;
    }
    findings.begin('server');
    if (subject.kind === 'address') {
      findings.compare(...comparable(said as PaintedAddress, value as ProvenAddress));
    } else findings.compare(said, value, tip === undefined ? ['confirmations'] : []);
    findings.end();
  }

  async #askWitnesses(): Promise<void> {
    const asked = askWitnesses(this.#request.settings.witnesses, this.#walk!, this.#around);
    const patience = new Promise<undefined>((resolve) =>
      this.#around.after(WITNESS_PATIENCE_MS, () => resolve(undefined)),
    );
    const inTime = await Promise.race([asked, patience]);
    if (inTime !== undefined) this.#hear(inTime);
    else void asked.then((late) => this.#later(0, () => this.#endWith(() => this.#hear(late))));
  }

  #hear(witnesses: readonly Witness[]): void {
    const has = (kind: Witness['outcome']['kind']) => witnesses.some(({ outcome }) => outcome.kind === kind);
    this.#witnesses = witnesses;
    this.#heavierSince = has('heavier') ? (this.#heavierSince ?? this.#around.now()) : undefined;
    if (!(has('heavier') || has('ahead')) || this.#asksAgain) return;
    this.#asksAgain = true;
    this.#later(ASK_AGAIN_MS, () => {
      this.#asksAgain = false;
      return this.follow(true);
    });
  }

  /** A tip grows old while nothing happens: the state is posted again then. */
  #watchClock(): void {
    const left = this.#walk?.freshFor ?? -1;
    if (left >= 0) this.#later((left + 1) * 1_000, () => this.#endWith(() => this.#watchClock()));
  }

  #endWith(change: () => void): undefined {
    change();
    this.#end();
  }

  #end(): void {
    this.#post([...this.#chainFindings(), ...this.#findings], true);
  }

  #post(findings: readonly Finding[], hasEnded: boolean): void {
    const value = hasEnded ? this.#proven.value?.() : undefined;
    const said = verdictOf(findings, hasEnded);
    const isGood = said === 'limited' || said === 'passed';
    // A chain alone proves nothing that a page shows.
    const verdict = isGood && value === undefined ? 'skipped' : said;
    const receipt = isGood ? this.#proven.receipt : undefined;
    const { key } = this.#request;
    this.#postState({ key, verdict, value, chain: this.#chainFacts(), findings, receipt });
  }

  #chainFacts(): ChainFacts | undefined {
    const walk = this.#walk;
    if (walk === undefined) return undefined;
    const { header, id } = walk.tip;
    const { block } = this.#proven;
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
    };
  }

  /** What the walk has shown, what limits it now, and which witnesses speak against it: with a heavier chain, or newer blocks. */
  #chainFindings(): readonly Finding[] {
    const walk = this.#walk;
    if (walk === undefined) return this.#lost;
    const { network, anchor, from, freshFor } = walk;
    const { height } = walk.tip.header;
    const now = this.#around.now();
    const findings = new Findings();
    findings.begin('chain');
    findings.count(height - from);
    if (anchor === undefined) findings.limit('no_anchor', { count: from });
    if (network.retarget === 'asert' && freshFor < 0) findings.limit('old_tip');
    for (const { url, outcome } of this.#witnesses ?? []) {
      const name = new URL(url).host;
      if (outcome.kind === 'heavier') {
        findings.begin('witnesses');
        const stands = now - (this.#heavierSince ?? now) >= STANDS_SECONDS;
        if (stands || height - outcome.fork > DEEP_FORK) {
          const { tip, fork } = outcome;
          findings.problem(`${name}: more work above block ${fork}, up to block ${tip.height} (${tip.id})`);
          findings.limit('heavier', { name });
        } else findings.limit('heavier_pending', { name });
      }
      if (outcome.kind === 'ahead' && now - outcome.since > WITHHELD_SPACINGS * network.blockSpacingSeconds) {
        findings.begin('witnesses');
        findings.limit('withheld', { name, count: outcome.tip.height - height });
      }
    }
    findings.end();
    return findings.all;
  }
}
