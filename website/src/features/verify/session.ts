import { createExplorerClient, type ExplorerClient } from '@cairn/api/explorer';
import type { Recomputed } from './recomputed.ts';
import { Checks, type ProofContext, type Proven } from './checks.ts';
import { LIMITS, NO_LIMITS } from './limits.ts';
import { type GivenInput, parseInput } from './parse-input.ts';
import {
  type Check,
  NOTHING,
  type ProofRequest,
  type ProofState,
  type ProvenAddress,
  type ProvenBlock,
  type ProveRequest,
  verdictOf,
} from './proof.ts';
import { problemOf, reasonOf } from './proof-error.ts';
import { AddressMemory, comparable, proveAddress } from './prove-address.ts';
import { proveBlock } from './prove-block.ts';
import { proveInput } from './prove-input.ts';
import { proveTransaction } from './prove-transaction.ts';
import { ServerChain, type Surroundings } from './server-chain.ts';
import { Walk } from './walk.ts';

const BROWSER: Surroundings = {
  fetch: undefined,
  now: () => Date.now() / 1000,
  after: (milliseconds, call) => void setTimeout(call, milliseconds),
};

/** Pause before a proof is looked at again: its tip grows old, a witness answers late, or knows another chain. */
const LOOK_AGAIN_MS = 5_000;

/** Milliseconds between two states of a proof that is going on. */
const PROGRESS_MS = 100;

/** Posts the states of a proof that is going on with pauses, after each the newest one; of one that has ended at once. */
export function paced(post: (state: ProofState) => void, after: Surroundings['after']) {
  let waiting: ProofState | undefined;
  let isPaused = false;
  const send = (state: ProofState): void => {
    waiting = undefined;
    post(state);
    if (isPaused) return;
    isPaused = true;
    after(PROGRESS_MS, () => {
      isPaused = false;
      if (waiting !== undefined) send(waiting);
    });
  };
  return (state: ProofState): void => {
    if (isPaused && state.verdict === 'running') waiting = state;
    else send(state);
  };
}

/** Proves for the page of this worker. */
export function serveProofs(around: Partial<Surroundings> = {}): void {
  const session = new Session(
    paced((state) => postMessage(state), BROWSER.after),
    around,
  );
  addEventListener('message', ({ data }: MessageEvent<ProofRequest>) => {
    session.handle(data).catch((error: unknown) => {
      // Rethrown as uncaught, so that the page receives the worker's error event.
      setTimeout(() => {
        throw error;
      });
    });
  });
  postMessage(NOTHING);
}

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
    if (request.kind === 'tip') return this.#enqueue(() => this.#proof?.follow(request.recomputed));
    // What an earlier subject still finds is dropped.
    const isCurrent = () => this.#proof === proof;
    const proof: Proof = new Proof(request, this.#around, (state) => isCurrent() && this.#post(state));
    this.#proof = proof;
    const lookAgain = () =>
      this.#around.after(LOOK_AGAIN_MS, () => {
        if (!isCurrent()) return;
        lookAgain();
        void this.#enqueue(() => proof.lookAgain());
      });
    return this.#enqueue(async () => {
      if (!isCurrent()) return;
      this.#chain = (await proof.begin(this.#chain)) ?? this.#chain;
      lookAgain();
    });
  }

  #enqueue(task: () => Promise<void> | undefined): Promise<void> {
    const done = this.#queue.then(task);
    this.#queue = done.catch(() => undefined);
    return done;
  }
}

/**
 * The proof of one subject for as long as its page is open: what was decoded from checked bytes, and the chain that bears it out. What
 * it posts is computed from these two anew each time.
 */
class Proof {
  readonly #request: ProveRequest;
  readonly #around: Surroundings;
  readonly #post: (state: ProofState) => void;
  readonly #api: ExplorerClient;
  readonly #memory = new AddressMemory();
  #chain: ServerChain | undefined;
  #recomputed: Recomputed;
  #proven: Proven<unknown> = {};
  /** Of the subject; of the chain, if it cannot be walked. */
  #checks: readonly Check[] = [];
  /** What was posted last. */
  #posted = '';

  constructor(request: ProveRequest, around: Surroundings, post: (state: ProofState) => void) {
    this.#request = request;
    this.#recomputed = request.recomputed;
    this.#around = around;
    this.#post = post;
    this.#api = createExplorerClient({ baseUrl: request.settings.baseUrl, fetch: around.fetch });
  }

  /** @param former chain of an earlier subject. @returns the chain that was walked */
  async begin(former: ServerChain | undefined): Promise<ServerChain | undefined> {
    const { subject } = this.#request;
    const isInput = subject.kind === 'input';
    if (!isInput || subject.asksChain) await this.#walk(former);
    if (this.#chain !== undefined || isInput) await this.#prove(true);
    await this.#end();
    return this.#chain;
  }

  /** Follows the server to its newest tip. */
  async follow(recomputed: Recomputed): Promise<void> {
    // What a recomputation finds is newer than what is stored.
    if (this.#request.subject.kind !== 'recompute') this.#recomputed = recomputed;
    await this.#follow();
  }

  /** @param isAsking true to ask the witnesses even if it is the same tip */
  async #follow(isAsking = false): Promise<void> {
    if (this.#chain === undefined) return;
    const { tip } = this.#chain.walk;
    try {
      await this.#chain.walk.extend();
    } catch (error) {
      // If the server does not answer now, what was proven stands.
      if (problemOf(error) !== undefined) this.#lose(error);
    }
    const hasMoved = this.#chain?.walk.tip.id !== tip.id;
    if (!hasMoved && !isAsking) return this.#show();
    if (hasMoved && !this.#stands()) await this.#prove(false);
    await this.#end();
  }

  /** Sees whether the verdict is still the same, and asks on while a witness knows other blocks. */
  async lookAgain(): Promise<void> {
    if (this.#chain?.isDisputed === true) await this.#follow(true);
    else this.#show();
  }

  async #walk(former: ServerChain | undefined): Promise<void> {
    const checks = new Checks(() => this.#show(checks.all));
    checks.begin('chain');
    const { isWhole, settings } = this.#request;
    try {
      // The whole chain is asked for from the genesis block on.
      if (former !== undefined && (!isWhole || former.walk.from === 0)) {
        try {
          await former.walk.extend();
          this.#chain = former;
          return;
        } catch (error) {
          // That of another network is walked from its beginning, as by a new page; a build may ask for one alone.
          if (reasonOf(error) !== 'other_network') throw error;
        }
      }
      const walk = await Walk.open(this.#api, {
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
      this.#lose(error);
    }
  }

  /** Nothing is proven by a chain that cannot be walked. */
  #lose(error: unknown): void {
    const checks = new Checks();
    checks.begin('chain');
    checks.breakOff(error);
    this.#chain = undefined;
    this.#checks = checks.all;
    this.#proven = {};
  }

  /** True if what was proven needs no other bytes at the new tip: its block is still in the chain, or there is none any more. */
  #stands(): boolean {
    const { block } = this.#proven;
    const { kind } = this.#request.subject;
    if (this.#chain === undefined) return true;
    if (kind === 'address' || block === undefined) return false;
    // A block below the first header was linked to it, and the walk still has that one.
    const { walk } = this.#chain;
    return block.height < walk.from || walk.at(block.height)?.id === block.id;
  }

  /** @param isFirst true to show how far it is, and to compare; later proofs replace the former one in one step */
  async #prove(isFirst: boolean): Promise<void> {
    const lost = this.#chain === undefined ? this.#checks : [];
    const checks = new Checks(() => isFirst && this.#show(checks.all));
    let proven: Proven<unknown> = {};
    try {
      proven = await this.#proveSubject(checks);
      checks.end();
      if (checks.hasFailed) proven = {};
      if (isFirst) this.#compare(proven.value?.(), checks);
    } catch (error) {
      checks.breakOff(error);
      proven = {};
    }
    this.#proven = proven;
    this.#checks = [...checks.all, ...lost];
  }

  async #proveSubject(checks: Checks): Promise<Proven<unknown>> {
    const { subject, isWhole } = this.#request;
    if (subject.kind === 'input') {
      return proveInput(parseInput(subject.text) as GivenInput, checks, this.#chain?.walk);
    }
    const { walk } = this.#chain!;
    const context: ProofContext = { api: this.#api, walk, checks, limits: isWhole ? NO_LIMITS : LIMITS };
    switch (subject.kind) {
      case 'block':
        return proveBlock(context, subject);
      case 'transaction':
        return proveTransaction(context, subject);
      case 'address':
        return proveAddress(context, subject, this.#memory);
      case 'recompute':
        await this.#recompute(walk, checks);
        break;
      default:
    }
    return { value: () => ({ height: walk.tip.header.height, id: walk.tip.id }) };
  }

  /** What was found stands, whatever ends it. */
  async #recompute(walk: Walk, checks: Checks): Promise<void> {
    checks.begin('blocks');
    const { tip: before } = this.#request.recomputed;
    await this.#around.recompute!(walk, this.#api, (found, target) => {
      // Where the browser has lost the blocks, those up to the tip before are still valid.
      const isHigher = (walk.having(before)?.height ?? 0) > found.tip!.height;
      this.#recomputed = isHigher && found.wrong === undefined ? { tip: before } : found;
      checks.count(found.tip!.height, target);
      checks.progress(found.tip!.height, target);
    });
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
    checks.compare(
      tip === undefined ? withoutConfirmations(said) : said,
      subject.kind === 'address' ? comparable(value as ProvenAddress) : value,
    );
    checks.end();
  }

  async #end(): Promise<void> {
    await this.#chain?.askWitnesses();
    this.#show();
  }

  /** Posts the state, if it is another one. @param running checks of the proof that is going on */
  #show(running?: readonly Check[]): void {
    const { block, value, receipt } = this.#proven;
    const hasEnded = running === undefined;
    const chain = this.#chain?.facts(block, this.#recomputed);
    const checks = [...(running ?? this.#checks), ...(this.#chain?.checks(block, this.#recomputed) ?? [])];
    const found = verdictOf(checks);
    const isGood = found === 'limited' || found === 'passed';
    const shown = hasEnded ? value?.() : undefined;
    // A chain alone proves nothing that a page shows.
    const ended = isGood && shown === undefined ? 'skipped' : found;
    const verdict = hasEnded || found === 'failed' ? ended : 'running';
    const given = hasEnded && isGood ? receipt : undefined;
    const news = JSON.stringify([verdict, chain, checks], (_, fact: unknown) =>
      typeof fact === 'bigint' ? `${fact}` : fact,
    );
    if (news === this.#posted) return;
    this.#posted = news;
    this.#post({ key: this.#request.key, verdict, value: shown, chain, checks, receipt: given });
  }
}

/** Without the confirmations, which are others at each tip. */
const withoutConfirmations = (said: unknown): unknown =>
  JSON.parse(JSON.stringify(said, (name, value: unknown) => (name === 'confirmations' ? undefined : value)));
