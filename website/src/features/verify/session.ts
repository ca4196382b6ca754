import { type ApiSource, LIMITS, NO_LIMITS, openSource } from './api-source.ts';
import { Checks, type ProofContext, type Proven } from './checks.ts';
import { type GivenInput, parseInput } from './parse-input.ts';
import {
  type Check,
  type PaintedAddress,
  type ProofRequest,
  type ProofState,
  type ProvenAddress,
  type ProvenBlock,
  type ProveRequest,
  verdictOf,
} from './proof.ts';
import { AddressMemory, comparable, proveAddress } from './prove-address.ts';
import { proveBlock } from './prove-block.ts';
import { proveInput } from './prove-input.ts';
import { proveTransaction } from './prove-transaction.ts';
import { ServerChain, type Surroundings } from './server-chain.ts';
import { Walk, WalkError } from './walk.ts';

const BROWSER: Surroundings = {
  fetch: undefined,
  now: () => Date.now() / 1000,
  after: (milliseconds, call) => void setTimeout(call, milliseconds),
};

/** Pause between two questions while a witness knows another chain. */
const ASK_AGAIN_MS = 5_000;

type Task = () => Promise<void> | undefined;

/** The worker of a page: proves one subject at a time, and follows each new tip with it. */
export class Session {
  readonly #post: (state: ProofState) => void;
  readonly #around: Surroundings;
  #queue: Promise<void> = Promise.resolve();
  #proof: Proof | undefined;
  /** The last one that was walked: the next subject goes on with it. */
  #chain: ServerChain | undefined;

  constructor(post: (state: ProofState) => void, around: Partial<Surroundings> = {}) {
    this.#post = post;
    this.#around = { ...BROWSER, ...around };
  }

  /** Answers a page's message. Rejects for a bug alone. */
  handle(request: ProofRequest): Promise<void> {
    if (request.kind === 'tip') return this.#enqueue(() => this.#proof?.follow());
    // What an earlier subject still finds is dropped.
    const isCurrent = () => this.#proof === proof;
    const proof: Proof = new Proof(request, {
      ...this.#around,
      post: (state) => isCurrent() && this.#post(state),
      later: (milliseconds, task) =>
        this.#around.after(milliseconds, () => void this.#enqueue(() => (isCurrent() ? task() : undefined))),
    });
    this.#proof = proof;
    return this.#enqueue(async () => {
      if (isCurrent()) this.#chain = (await proof.begin(this.#chain)) ?? this.#chain;
    });
  }

  #enqueue(task: Task): Promise<void> {
    const done = this.#queue.then(task);
    this.#queue = done.catch(() => undefined);
    return done;
  }
}

interface ProofSurroundings extends Surroundings {
  readonly post: (state: ProofState) => void;
  /** Puts a task off, which is dropped if another subject has come. */
  readonly later: (milliseconds: number, task: Task) => void;
}

/**
 * The proof of one subject for as long as its page is open: what was decoded from checked bytes, and the chain that bears it out. What
 * it posts is computed from these two anew each time.
 */
class Proof {
  readonly #request: ProveRequest;
  readonly #around: ProofSurroundings;
  readonly #source: ApiSource;
  readonly #memory = new AddressMemory();
  #chain: ServerChain | undefined;
  /** Why there is no chain. */
  #lost: readonly Check[] = [];
  #proven: Proven<unknown> = {};
  /** Of the subject. */
  #checks: readonly Check[] = [];
  #asksAgain = false;

  constructor(request: ProveRequest, around: ProofSurroundings) {
    this.#request = request;
    this.#around = around;
    this.#source = openSource(request.settings.baseUrl, around.fetch);
  }

  /** @param former chain of an earlier subject. @returns the chain that was walked */
  async begin(former: ServerChain | undefined): Promise<ServerChain | undefined> {
    const { subject } = this.#request;
    const isInput = subject.kind === 'input';
    if (!isInput || subject.asksChain) await this.#openChain(former);
    if (this.#chain !== undefined || isInput) await this.#prove(true);
    this.#watchClock();
    await this.#askWitnesses();
    return this.#chain;
  }

  /** Follows the server to its newest tip. @param isAsking true to ask the witnesses even if it is the same */
  async follow(isAsking = false): Promise<void> {
    if (this.#chain === undefined) return;
    const hasMoved = await this.#extend(this.#chain);
    if (!hasMoved && !isAsking) return;
    if (hasMoved && !this.#stands()) await this.#prove(false);
    await this.#askWitnesses();
  }

  async #openChain(former: ServerChain | undefined): Promise<void> {
    const checks = new Checks(() => this.#post(checks.all, false));
    checks.begin('chain');
    const { isWhole, settings } = this.#request;
    try {
      // The whole chain is asked for from the genesis block on.
      if (former !== undefined && (!isWhole || former.walk.from === 0)) {
        await former.walk.extend();
        this.#chain = former;
        return;
      }
      const walk = await Walk.open(this.#source, {
        network: settings.network,
        most: (isWhole ? NO_LIMITS : LIMITS).headers,
        now: this.#around.now,
        onProgress: (done, total) => {
          checks.count(done);
          checks.progress(done, total);
        },
      });
      this.#chain = new ServerChain(walk, settings.witnesses, this.#around);
    } catch (error) {
      this.#lose(checks, error);
    }
  }

  /** @returns false if the tip is the same, or the server does not answer now: what was proven stands */
  async #extend({ walk }: ServerChain): Promise<boolean> {
    try {
      return await walk.extend();
    } catch (error) {
      if (!(error instanceof WalkError)) return false;
      const checks = new Checks();
      checks.begin('chain');
      this.#lose(checks, error);
      return true;
    }
  }

  /** Nothing is proven by a chain that cannot be walked. */
  #lose(checks: Checks, error: unknown): void {
    checks.breakOff(error);
    this.#chain = undefined;
    this.#lost = checks.all;
    this.#checks = [];
    this.#proven = {};
  }

  /** True if what was proven needs no other bytes at the new tip: its block is still in the chain, or there is none any more. */
  #stands(): boolean {
    const { block } = this.#proven;
    const { kind } = this.#request.subject;
    const walk = this.#chain?.walk;
    if (walk === undefined) return true;
    if (kind === 'address' || kind === 'chain' || block === undefined) return false;
    // A block below the first header was linked to it, and the walk still has that one.
    return block.height < walk.from || walk.at(block.height)?.id === block.id;
  }

  /** @param isFirst true to show how far it is, and to compare; later proofs replace the former one in one step */
  async #prove(isFirst: boolean): Promise<void> {
    const show = () => isFirst && this.#post([...checks.all, ...this.#chainChecks()], false);
    const checks: Checks = new Checks(show);
    let proven: Proven<unknown> = {};
    try {
      proven = await this.#proveSubject(checks);
      checks.end();
      if (checks.hasFailed) proven = {};
      if (isFirst) this.#compare(proven.value?.(), checks);
    } catch (error) {
      checks.breakOff(error);
    }
    this.#proven = proven;
    this.#checks = checks.all;
  }

  async #proveSubject(checks: Checks): Promise<Proven<unknown>> {
    const { subject, isWhole } = this.#request;
    if (subject.kind === 'input') {
      return proveInput(parseInput(subject.text) as GivenInput, checks, this.#chain?.walk);
    }
    const { walk } = this.#chain!;
    const context: ProofContext = {
      source: this.#source,
      walk,
      checks,
      limits: isWhole ? NO_LIMITS : LIMITS,
    };
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
  #compare(value: unknown, checks: Checks): void {
    const { subject } = this.#request;
    if (!('painted' in subject) || subject.painted === undefined || value === undefined) return;
    const { tip_id: tip, value: said } = subject.painted;
    if (tip !== undefined && tip !== this.#chain?.walk.tip.id) return;
    if (subject.kind === 'block' && typeof subject.reference === 'number') {
      // If another block has come to the height, there is nothing to compare.
      if (subject.painted.value.block?.id !== (value as ProvenBlock).block.id) return;
    }
    checks.begin('server');
    if (subject.kind === 'address') {
      checks.compare(...comparable(said as PaintedAddress, value as ProvenAddress));
    } else checks.compare(said, value, tip === undefined ? ['confirmations'] : []);
    checks.end();
  }

  async #askWitnesses(): Promise<void> {
    const chain = this.#chain;
    if (chain !== undefined) {
      await chain.askWitnesses(() => this.#around.later(0, () => this.#end()));
    }
    this.#end();
  }

  /** A tip grows old while nothing happens: the state is posted again then. */
  #watchClock(): void {
    const left = this.#chain?.walk.freshFor ?? -1;
    if (left < 0) return;
    this.#around.later((left + 1) * 1_000, () => {
      this.#watchClock();
      return this.#end();
    });
  }

  #end(): undefined {
    this.#post([...this.#checks, ...this.#chainChecks()], true);
    if (this.#chain?.isDisputed !== true || this.#asksAgain) return;
    this.#asksAgain = true;
    this.#around.later(ASK_AGAIN_MS, () => {
      this.#asksAgain = false;
      return this.follow(true);
    });
  }

  #chainChecks(): readonly Check[] {
    return this.#chain?.checks(this.#proven.block) ?? this.#lost;
  }

  #post(checks: readonly Check[], hasEnded: boolean): void {
    const value = hasEnded ? this.#proven.value?.() : undefined;
    const found = verdictOf(checks);
    const isGood = found === 'limited' || found === 'passed';
    // A chain alone proves nothing that a page shows.
    const ended = isGood && value === undefined ? 'skipped' : found;
    const verdict = hasEnded || found === 'failed' ? ended : 'running';
    const { key } = this.#request;
    const chain = this.#chain?.facts(this.#proven.block);
    const receipt = hasEnded && isGood ? this.#proven.receipt : undefined;
    this.#around.post({ key, verdict, value, chain, checks, receipt });
  }
}
