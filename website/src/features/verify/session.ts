import type { BlockId } from '@cairn/protocol';
import { type ApiSource, LIMITS, NO_LIMITS, openSource } from './api-source.ts';
import { Findings } from './findings.ts';
import {
  type ChainFacts,
  type Finding,
  type ProofRequest,
  type PaintedAddress,
  type ProofState,
  type ProvenAddress,
  type ProvenBlock,
  type ProvenTransaction,
  type ProvenValues,
  type Reason,
  type Subject,
  verdictOf,
} from './proof.ts';
import type { Proven, ProofContext } from './proof-context.ts';
import { comparable, proveAddress } from './prove-address.ts';
import { proveBlock } from './prove-block.ts';
import { proveInput } from './prove-input.ts';
import { proveTransaction } from './prove-transaction.ts';
import { Walk, WalkError } from './walk.ts';
import { askWitnesses, type Witness } from './witnesses.ts';

interface SessionOptions {
  readonly fetch?: typeof globalThis.fetch | undefined;
  /** Unix seconds. */
  readonly now?: (() => number) | undefined;
  /** Calls back after so many milliseconds. */
  readonly after?: ((milliseconds: number, call: () => void) => void) | undefined;
}

type ProveRequest = Extract<ProofRequest, { kind: 'prove' }>;
type AnyProven = Proven<ProvenValues[keyof ProvenValues]>;

/** How long a verdict waits for witnesses; one that answers later still counts. */
const WITNESS_PATIENCE_MS = 2_000;
/** Pause between two questions while a witness knows another chain, and how long a heavier one must stand (TRUST.md 3). */
const ASK_AGAIN_MS = 5_000;
const STANDS_SECONDS = 30;
/** A heavier branch that forks deeper is no race between two miners. */
const DEEP_FORK = 6;
/** Spacings after which blocks that only a witness has were withheld. */
const WITHHELD_SPACINGS = 2;

/**
 * Proves one subject at a time, for as long as its page is open: walks the server's headers, decodes the subject from checked
 * bytes, asks the witnesses, and follows each new tip without hashing again.
 */
export class Session {
  readonly #post: (state: ProofState) => void;
  readonly #fetch: typeof globalThis.fetch | undefined;
  readonly #now: () => number;
  readonly #after: NonNullable<SessionOptions['after']>;
  /** Increases with each subject: what an earlier one still finds is dropped. */
  #turn = 0;
  #queue: Promise<void> = Promise.resolve();
  #current: Proof | undefined;

  constructor(post: (state: ProofState) => void, { fetch, now, after }: SessionOptions = {}) {
    this.#post = post;
    this.#fetch = fetch;
    this.#now = now ?? (() => Date.now() / 1000);
    this.#after = after ?? ((milliseconds, call) => void setTimeout(call, milliseconds));
  }

  /** Answers a page's message. Rejects for a bug alone. */
  handle(request: ProofRequest): Promise<void> {
    if (request.kind === 'tip') return this.#enqueue(() => this.#current?.follow());
    this.#turn += 1;
    const turn = this.#turn;
    const isCurrent = () => turn === this.#turn;
    const proof = new Proof(request, {
      post: (state) => isCurrent() && this.#post(state),
      fetch: this.#fetch,
      now: this.#now,
      later: (milliseconds, call) =>
        this.#after(milliseconds, () => {
          if (isCurrent()) void this.#enqueue(call);
        }),
      former: this.#current,
    });
    this.#current = proof;
    return this.#enqueue(() => (isCurrent() ? proof.begin() : undefined));
  }

  #enqueue(task: () => Promise<void> | undefined): Promise<void> {
    const done = this.#queue.then(task);
    this.#queue = done.catch(() => undefined);
    return done;
  }
}

interface ProofOptions {
  readonly post: (state: ProofState) => void;
  readonly fetch: typeof globalThis.fetch | undefined;
  readonly now: () => number;
  /** Calls back, unless another subject has come. */
  readonly later: (milliseconds: number, call: () => Promise<void>) => void;
  /** The proof before, whose walk goes on if it is of the same server. */
  readonly former: Proof | undefined;
}

/** The proof of one subject. */
class Proof {
  readonly #request: ProveRequest;
  readonly #options: ProofOptions;
  readonly #source: ApiSource;
  #walk: Walk | undefined;
  #findings: readonly Finding[] = [];
  /** Why there is no walk. */
  #lost: readonly Finding[] = [];
  #proven: AnyProven = {};
  #witnesses: readonly Witness[] | undefined;
  /** Unix seconds since when a witness has had a heavier chain. */
  #heavierSince: number | undefined;
  #asksLater = false;

  constructor(request: ProveRequest, options: ProofOptions) {
    this.#request = request;
    this.#options = options;
    this.#source = openSource(request.settings.baseUrl, options.fetch);
    const { walk, settings } = options.former ?? {};
    // The whole chain is asked for from the genesis block on.
    const isEnough = !request.isWhole || walk?.from === 0;
    if (isEnough && JSON.stringify(settings) === JSON.stringify(request.settings)) this.#walk = walk;
  }

  get settings(): ProveRequest['settings'] {
    return this.#request.settings;
  }

  get walk(): Walk | undefined {
    return this.#walk;
  }

  /** Walks, proves, and asks the witnesses. */
  async begin(): Promise<void> {
    const { subject } = this.#request;
    const isInput = subject.kind === 'input';
    if (isInput && !subject.asksChain) this.#walk = undefined;
    else await this.#openWalk();
    if (this.#walk !== undefined || isInput) await this.#prove(true);
    if (this.#walk !== undefined) {
      await this.#askWitnesses();
      this.#watchClock();
    }
    this.#end();
  }

  /** Follows the server to its newest tip. */
  async follow(): Promise<void> {
    if (this.#walk === undefined || !(await this.#extend())) return;
    const { block } = this.#proven;
    const isSame = block !== undefined && this.#hasBlock(block);
    if (this.#walk !== undefined) {
      if (this.#request.subject.kind === 'address' || !isSame) await this.#prove(false);
      await this.#askWitnesses();
    }
    this.#end();
  }

  async #openWalk(): Promise<void> {
    const findings = new Findings(() => this.#post(findings.all, false));
    findings.begin('chain');
    this.#lost = [];
    try {
      if (this.#walk === undefined) {
        const { network } = this.#request.settings;
        const most = this.#request.isWhole ? Number.POSITIVE_INFINITY : undefined;
        const { now } = this.#options;
        this.#walk = await Walk.open(this.#source, { network, most, now, onProgress: findings.progress });
      } else {
        await this.#walk.extend();
      }
    } catch (error) {
      this.#lose(findings, error);
    }
  }

  /** @returns false if the tip is the same, or the server does not answer now: what was proven stands */
  async #extend(): Promise<boolean> {
    try {
      return (await this.#walk?.extend()) !== 'same';
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

  /** @param isFirst true to show how far it is; later proofs replace the former one in one step */
  async #prove(isFirst: boolean): Promise<void> {
    const { subject, isWhole } = this.#request;
    const show = () => isFirst && this.#post([...this.#chainFindings(), ...findings.all], false);
    const findings: Findings = new Findings(show);
    const limits = isWhole ? NO_LIMITS : LIMITS;
    this.#proven = {};
    try {
      const walk = this.#walk;
      if (subject.kind === 'input') this.#proven = await proveInput(subject.input, findings, walk);
      else if (walk !== undefined) {
        this.#proven = await proveSubject({ source: this.#source, walk, findings, limits }, subject);
      }
      findings.end();
      if (isFirst) this.#comparePainted(findings);
    } catch (error) {
      findings.breakOff(error);
    }
    this.#findings = findings.all;
  }

  /** Compares what the page has painted with what was proven: only of the same tip, because another one may have other values. */
  #comparePainted(findings: Findings): void {
    const { subject } = this.#request;
    const { value } = this.#proven;
    if (subject.kind === 'input' || subject.painted === undefined || value === undefined) return;
    const { tip_id: tip, value: said } = subject.painted;
    if (tip !== undefined && tip !== this.#walk?.tip.id) return;
    if (isOtherBlock(subject, value)) return;
    findings.begin('server');
    if (subject.kind === 'address') {
      findings.compare(...comparable(said as PaintedAddress, value as ProvenAddress));
    } else findings.compare(said, value, tip === undefined ? OF_TIP : undefined);
    findings.end();
  }

  async #askWitnesses(): Promise<void> {
    const { witnesses } = this.#request.settings;
    const walk = this.#walk!;
    if (witnesses.length === 0) {
      this.#witnesses = [];
      return;
    }
    const { fetch, now, later } = this.#options;
    const asked = askWitnesses(witnesses, walk, { fetch, now });
    const patience = new Promise<'late'>((resolve) => setTimeout(resolve, WITNESS_PATIENCE_MS, 'late'));
    const answered = await Promise.race([asked, patience]);
    if (answered !== 'late') {
      this.#heard(answered);
      return;
    }
    void asked.then((late) =>
      later(0, () => {
        this.#heard(late);
        this.#end();
        return Promise.resolve();
      }),
    );
  }

  #heard(witnesses: readonly Witness[]): void {
    const kinds = new Set(witnesses.map(({ outcome }) => outcome.kind));
    this.#witnesses = witnesses;
    this.#heavierSince = kinds.has('heavier') ? (this.#heavierSince ?? this.#options.now()) : undefined;
    if (!(kinds.has('heavier') || kinds.has('ahead')) || this.#asksLater) return;
    this.#asksLater = true;
    this.#options.later(ASK_AGAIN_MS, async () => {
      this.#asksLater = false;
      if (this.#walk === undefined) return;
      await this.follow();
      if (this.#asksLater || this.#walk === undefined) return;
      await this.#askWitnesses();
      this.#end();
    });
  }

  /** A tip grows old while nothing happens: the state is posted again then. */
  #watchClock(): void {
    const walk = this.#walk;
    if (walk?.clock.state !== 'fine') return;
    const fresh = 10 * walk.network.blockSpacingSeconds - walk.clock.age + 1;
    this.#options.later(fresh * 1_000, () => {
      this.#watchClock();
      this.#end();
      return Promise.resolve();
    });
  }

  #hasBlock({ height, id }: { readonly height: number; readonly id: BlockId }): boolean {
    const walk = this.#walk!;
    // A block below the first header was linked to it, and the walk still has that one.
    return height < walk.from || walk.at(height)?.id === id;
  }

  #end(): void {
    const chain = this.#chainFindings();
    this.#post([...chain, ...this.#findings, ...this.#witnessFindings()], true);
  }

  #post(findings: readonly Finding[], hasEnded: boolean): void {
    const value = hasEnded ? this.#value() : undefined;
    const said = verdictOf(findings, hasEnded);
    // A chain alone proves nothing that a page shows.
    const isEmpty = value === undefined && this.#request.subject.kind !== 'input';
    const verdict = isEmpty && (said === 'limited' || said === 'passed') ? 'skipped' : said;
    const receipt = verdict === 'passed' || verdict === 'limited' ? this.#proven.receipt : undefined;
    this.#options.post({ verdict, value, chain: this.#chainFacts(), findings, receipt });
  }

  /** The proven value with the confirmations of now. */
  #value(): ProvenValues[keyof ProvenValues] {
    const { value, block } = this.#proven;
    const walk = this.#walk;
    if (value === undefined || walk === undefined || block === undefined) return value;
    const confirmations = walk.tip.header.height - block.height + 1;
    switch (this.#request.subject.kind) {
      case 'block': {
        const { block: summary, transactions } = value as ProvenBlock;
        return { block: { ...summary, confirmations }, transactions };
      }
      case 'transaction':
        return { ...(value as ProvenTransaction), confirmations, tip_id: walk.tip.id };
      default:
        return value;
    }
  }

  #chainFacts(): ChainFacts | undefined {
    const walk = this.#walk;
    if (walk === undefined) return undefined;
    const { tip, from, anchor, clock, network } = walk;
    const { height } = tip.header;
    const { block } = this.#proven;
    // Of a block below the first header at least the work of the walk stands on it.
    const work = block && walk.workFrom(Math.max(block.height, from));
    return {
      network: network.name,
      isPublic: network.retarget === 'asert',
      tip: { height, id: tip.id, time: tip.header.timestamp },
      from,
      anchor,
      clock,
      depth: block && height - block.height + 1,
      work,
      minutes: work === undefined ? undefined : walk.minutesOf(work),
      witnesses: this.#witnesses,
    };
  }

  /** What the walk has shown, and what limits it now. */
  #chainFindings(): readonly Finding[] {
    const walk = this.#walk;
    if (walk === undefined) return this.#lost;
    const { network, tip, from, anchor, clock } = walk;
    const reasons: Reason[] = [];
    if (anchor === undefined) reasons.push({ code: 'no_anchor', count: from });
    if (network.retarget === 'asert' && clock.state === 'old') reasons.push({ code: 'old_tip' });
    const findings = new Findings();
    findings.begin('chain');
    findings.note('network', `${network.name} (${network.chainId})`);
    findings.note('tip', tip.header.height);
    findings.note('blockId', tip.id);
    findings.note('time', tip.header.timestamp);
    findings.note('walked', tip.header.height - from);
    findings.note('work', walk.work);
    for (const { code, ...rest } of reasons) findings.limit(code, rest);
    findings.end();
    return findings.all;
  }

  /** A witness's chain that speaks against this one. */
  #witnessFindings(): readonly Finding[] {
    const walk = this.#walk;
    if (walk === undefined) return [];
    const now = this.#options.now();
    const findings = new Findings();
    for (const { url, outcome } of this.#witnesses ?? []) {
      const name = new URL(url).host;
      if (outcome.kind === 'heavier') {
        findings.begin('witnesses');
        findings.note('tip', outcome.tip.height);
        findings.note('blockId', outcome.tip.id);
        const isDeep = walk.tip.header.height - outcome.fork > DEEP_FORK;
        if (isDeep || now - (this.#heavierSince ?? now) >= STANDS_SECONDS) {
          findings.problem(`${name}: more work above block ${outcome.fork}`);
          findings.limit('heavier', { name });
        } else findings.limit('heavier_pending', { name });
      }
      const patience = WITHHELD_SPACINGS * walk.network.blockSpacingSeconds;
      if (outcome.kind === 'ahead' && now - outcome.since > patience) {
        findings.begin('witnesses');
        findings.note('tip', outcome.tip.height);
        findings.limit('withheld', { name, count: outcome.tip.height - walk.tip.header.height });
      }
    }
    findings.end();
    return findings.all;
  }
}

/** Fields that change with each tip. */
const OF_TIP: ReadonlySet<string> = new Set(['confirmations']);

/** True if another block has come to the height that the page asks for: there is nothing to compare. */
function isOtherBlock(subject: Subject, value: AnyProven['value']): boolean {
  if (subject.kind !== 'block' || typeof subject.reference === 'string') return false;
  return subject.painted?.value.block?.id !== (value as ProvenBlock).block.id;
}

function proveSubject(
  context: ProofContext,
  subject: Exclude<Subject, { kind: 'input' }>,
): Promise<AnyProven> {
  switch (subject.kind) {
    case 'block':
      return proveBlock(context, subject);
    case 'transaction':
      return proveTransaction(context, subject);
    default:
      return proveAddress(context, subject);
  }
}
