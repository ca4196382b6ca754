import type { ExplorerStatus } from '@cairn/api/explorer';
import {
  blockId,
  type BlockId,
  bytesToHex,
  decodeBlockHeader,
  equalBytes,
  genesisBlock,
  HEADER_SIZE,
  HeaderChain,
  type HeaderCheckpoint,
  MEDIAN_TIME_SPAN,
  type Network,
  NETWORK_NAMES,
  ProtocolError,
} from '@cairn/protocol';
import { knownNetwork } from '../lib/known-network.ts';
import { type Findings, type Listener, once, type Step, Unavailable } from './findings.ts';
import type { HeaderBytes } from './header-checks.ts';
import type { Checkpoints } from './checkpoints.ts';
import { type ApiSource, HEADERS_AT_ONCE } from './api-source.ts';

/** Requests for headers at the same time. */
const AT_ONCE = 3;
/** Most headers above the block in a receipt. */
const RECEIPT_HEADERS = 200;
/** More bytes than any genesis block has, so that a longer answer is noticed. */
const GENESIS_BYTES = 16_384;

/**
 * Checks that the API names a network of the protocol, the same in every answer.
 * @param shown name in the answer that the page shows
 */
export function checkNetwork(
  findings: Findings,
  status: Pick<ExplorerStatus, 'network' | 'chain_id'>,
  shown: string | undefined,
): void {
  const { network: name, chain_id: chainId } = status;
  const network = knownNetwork(name);
  const known = NETWORK_NAMES.filter((candidate) => knownNetwork(candidate) !== undefined);
  if (!findings.compare('network', name, network?.name ?? known.join(', '))) return;
  findings.compare('chain_id', chainId, network!.chainId);
  if (shown !== undefined) findings.compare('network', shown, name);
  findings.note('network', `${name} (${network!.chainId})`);
}

/** Checks that the API's block 0 is the genesis block that the network's rules produce, byte for byte. */
export function checkGenesis(findings: Findings, served: Uint8Array, network: Network): void {
  const expected = genesisBlock(network);
  if (findings.compare('id', blockId(served), blockId(expected)) && !equalBytes(served, expected)) {
    findings.compare('size_bytes', served.length, expected.length);
    findings.problems.push('the bytes after the header are not those of the genesis block');
  }
  findings.note('source', '/api/v1/blocks/0/raw');
  findings.note('id', blockId(served));
}

/** The tip that the API names, and the confirmations that it gives the block. */
interface TipClaim {
  readonly height: number;
  readonly id: BlockId;
  readonly confirmations: number;
  /** Height of the tip after the confirmations were read: above `height` if blocks came in between. */
  readonly heightAfter: number;
}
const ATTEMPTS = 4;

/** What a verification works with, beside the page's data. */
export interface VerificationContext {
  readonly source: ApiSource;
  readonly listener: Listener;
  /** Headers that this session has checked. */
  readonly checkpoints?: Checkpoints | undefined;
  /** Largest block that is fetched whole unless the user asks for it, in bytes. */
  readonly wholeLimit?: number | undefined;
}

/** Input of the checks of the chain. */
interface ChainInput {
  readonly source: ApiSource;
  readonly listener: Listener;
  readonly header: () => Promise<HeaderBytes>;
  /** Most headers to fetch. */
  readonly headerLimit: number;
  /** Headers that this session has checked. */
  readonly checkpoints: Checkpoints;
  /** Requests the block's current confirmations. */
  readonly confirmations: () => Promise<number>;
  /** Confirmations on the page, which may be older than the tip. */
  readonly shownConfirmations: number;
  /** Network name in the answer that the page shows. */
  readonly shownNetwork: string | undefined;
}

/** The steps about the chain: from the genesis block to the page's block, and from there to the tip. */
export class PageChain {
  readonly #input: ChainInput;
  readonly #status: () => Promise<ExplorerStatus>;
  readonly #claim: () => Promise<TipClaim>;
  /** @throws Unavailable if the protocol does not know the API's network */
  readonly network: () => Promise<Network>;
  #walk: HeaderWalk | undefined;

  constructor(input: ChainInput) {
    this.#input = input;
    this.#status = once(() => input.source.status());
    this.#claim = once(() => this.#requestTip());
    this.network = once(async () => {
      const known = knownNetwork((await this.#status()).network);
      if (known === undefined) throw new Unavailable('network_unknown');
      return known;
    });
  }

  /** The first step of every page. */
  get networkStep(): Step {
    const run = async (findings: Findings) => {
      checkNetwork(findings, await this.#status(), this.#input.shownNetwork);
      checkGenesis(findings, await this.#input.source.rawBlock(0, GENESIS_BYTES), await this.network());
    };
    return { id: 'network', run };
  }

  /** The last two steps of every page. */
  get steps(): Step[] {
    return [
      {
        id: 'chain',
        run: (findings) => this.#onOneBranch(findings, (walk) => this.#checkBelow(findings, walk)),
      },
      {
        id: 'above',
        run: async (findings) => {
          await this.#onOneBranch(findings, (walk) => this.#checkAbove(findings, walk));
          await this.#checkConfirmations(findings);
        },
      },
    ];
  }

  /** For a receipt, as hex: the headers above the block, lowest first, and the header of block 1 if its time is needed. */
  get receipt(): { above: readonly string[]; anchor: string | undefined } {
    return { above: this.#walk?.above ?? [], anchor: this.#walk?.anchor };
  }

  /**
   * Runs a check on one branch. If the headers do not fit and the tip has changed, the node may have switched to another
   * branch meanwhile: the check then runs again.
   */
  async #onOneBranch(findings: Findings, check: (walk: HeaderWalk) => Promise<void>): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      const walk = (this.#walk ??= await this.#startWalk(await this.#claim()));
      try {
        await check(walk);
      } catch (error) {
        if (!(error instanceof ProtocolError)) throw error;
        findings.problems.push(error.message);
      }
      if (findings.isGood || attempt === ATTEMPTS) return;
      // The session's checkpoints may be on a branch that the node has left, which is no lie of the API.
      const hadCheckpoints = this.#input.checkpoints.forget();
      const { height, tip_id: id } = await this.#input.source.status();
      if (id === undefined || (id === walk.tip.id && !hadCheckpoints)) return;
      findings.clear();
      this.#walk = await this.#startWalk({ height, id });
    }
  }

  async #startWalk(tip: Pick<TipClaim, 'height' | 'id'>): Promise<HeaderWalk> {
    const { source, headerLimit, checkpoints } = this.#input;
    const [network, { header }] = [await this.network(), await this.#input.header()];
    return HeaderWalk.start({ source, network, checkpoints, headerLimit, block: header.height, tip });
  }

  async #checkBelow(findings: Findings, walk: HeaderWalk): Promise<void> {
    const { listener } = this.#input;
    const { header } = await this.#input.header();
    await walk.to(header.height, (done, total) => listener.progress('chain', done, total));
    await this.#checkBlock(findings, walk);
    findings.note('source', '/api/v1/headers');
    findings.note('walked', header.height - walk.bottom);
    findings.note('rule', walk.rule);
    if (walk.bottom > 0) findings.limit = { code: 'far_genesis', count: walk.bottom };
  }

  /** Checks that the chain has the page's block at its height, unless the API no longer has that block. */
  async #checkBlock(findings: Findings, walk: HeaderWalk): Promise<void> {
    const { id, header } = await this.#input.header();
    if (walk.blockId === id) return;
    await this.#input.source.block(id);
    findings.compare(`[${header.height}].id`, walk.blockId ?? '', id);
  }

  async #checkAbove(findings: Findings, walk: HeaderWalk): Promise<void> {
    const { listener } = this.#input;
    const { header } = await this.#input.header();
    await walk.to(walk.top, (done, total) => listener.progress('above', done, total));
    await this.#checkBlock(findings, walk);
    findings.note('source', '/api/v1/headers');
    findings.note('walked', walk.height - header.height);
    findings.note('tip', walk.tip.height);
    if (walk.height === walk.top && walk.top < walk.tip.height) {
      findings.limit = { code: 'far_tip', count: walk.tip.height - walk.top };
      return;
    }
    findings.compare('height', walk.tip.height, walk.height);
    if (findings.compare('tip_id', walk.tip.id, walk.id)) findings.note('id', walk.id);
  }

  /** Checks that the API's confirmations are the distance to its tip, and that the page does not show more. */
  async #checkConfirmations(findings: Findings): Promise<void> {
    const { header } = await this.#input.header();
    const { height, heightAfter, confirmations } = await this.#claim();
    // A chain that was rewound in between may have been at any height.
    if (heightAfter < height) throw new Unavailable('moving_tip');
    const [least, most] = [height - header.height + 1, heightAfter - header.height + 1];
    findings.note('count', most);
    if (confirmations < least) findings.compare('confirmations', confirmations, least);
    if (confirmations > most) findings.compare('confirmations', confirmations, most);
    const { shownConfirmations: shown } = this.#input;
    if (shown > most) findings.compare('confirmations', shown, most);
  }

  /**
   * Requests the tip and the block's confirmations, again until the tip is the same before and after. If blocks come
   * faster than that, the confirmations belong to a tip between the last two.
   */
  async #requestTip(): Promise<TipClaim> {
    const { source } = this.#input;
    let before = await source.status();
    for (let attempt = 1; ; attempt += 1) {
      const confirmations = await this.#input.confirmations();
      const after = await source.status();
      const { height, tip_id: id } = before;
      if (id === undefined) throw new Unavailable('not_supported');
      if (id === after.tip_id || attempt === ATTEMPTS) {
        return { height, id, confirmations, heightAfter: after.height };
      }
      before = after;
    }
  }
}

interface WalkInput {
  readonly source: ApiSource;
  readonly network: Network;
  readonly checkpoints: Checkpoints;
  readonly headerLimit: number;
  /** Height of the page's block. */
  readonly block: number;
  readonly tip: { readonly height: number; readonly id: BlockId };
}

/**
 * Walks up a chain and checks every header. It starts at the genesis block, at a checkpoint of this session or, if that
 * would exceed the limit of headers, eleven blocks below the page's block.
 */
class HeaderWalk {
  readonly tip: WalkInput['tip'];
  /** Height at which the walk ends. */
  readonly top: number;
  /** Height from which on the headers are linked; 0 is the genesis block. */
  readonly bottom: number;
  /** Headers above the page's block, as hex. */
  readonly above: string[] = [];
  readonly anchor: string | undefined;
  readonly rule: string;
  /** ID of the chain's block at the page's height, once the walk has passed it. */
  blockId: BlockId | undefined;
  readonly #input: WalkInput;
  readonly #checkpoints: Checkpoints | undefined;
  #chain: HeaderChain;
  #ahead: { from: number; bytes: Promise<Uint8Array> }[] = [];

  private constructor(
    input: WalkInput,
    start: HeaderCheckpoint,
    { bottom, top, anchor }: Pick<HeaderWalk, 'bottom' | 'top' | 'anchor'>,
  ) {
    const { network, tip, block, checkpoints } = input;
    this.#input = input;
    this.#checkpoints = bottom === 0 ? checkpoints : undefined;
    this.#chain = new HeaderChain(network, start);
    this.tip = tip;
    this.bottom = bottom;
    this.anchor = anchor;
    this.top = top;
    this.rule = network.retarget === 'asert' ? 'aserti3-2d' : 'constant';
    if (start.height === block) this.blockId = start.id;
  }

  static async start(input: WalkInput): Promise<HeaderWalk> {
    const { source, network, checkpoints, headerLimit, block, tip } = input;
    checkpoints.begin(network);
    const anchored = network.retarget === 'asert' && tip.height > 2;
    const block1 = anchored ? await source.headers(1, 1) : undefined;
    const anchor = block1 && bytesToHex(block1);
    const isWhole = tip.height - checkpoints.height <= headerLimit;
    const top = isWhole ? tip.height : Math.min(tip.height, block + headerLimit);
    if (isWhole || block <= MEDIAN_TIME_SPAN) {
      return new HeaderWalk(input, checkpoints.below(block), { bottom: 0, top, anchor });
    }
    const height = block - MEDIAN_TIME_SPAN;
    const bytes = await source.headers(height, 1);
    if (bytes.length === 0) throw new Unavailable('gone');
    const genesis = HeaderChain.fromGenesis(network);
    const anchorTimestamp = block1 && genesis.add(block1).header.timestamp;
    const timestamps = [decodeBlockHeader(bytes).timestamp];
    const start = { height, id: blockId(bytes), timestamps, anchorTimestamp };
    return new HeaderWalk(input, start, { bottom: height, top, anchor });
  }

  get height(): number {
    return this.#chain.height;
  }

  get id(): string {
    return this.#chain.id;
  }

  /**
   * Walks up to a height, or as far as the API has headers.
   * @throws ProtocolError if a header does not follow or breaks a rule
   */
  async to(goal: number, onProgress: (done: number, total: number) => void): Promise<void> {
    const from = this.height;
    while (this.height < goal) {
      const bytes = await this.#next();
      if (bytes.length === 0) return;
      for (let offset = 0; offset < bytes.length; offset += HEADER_SIZE) {
        this.#add(bytes.subarray(offset, offset + HEADER_SIZE));
      }
      this.#saveCheckpoint();
      onProgress(this.height - from, goal - from);
    }
  }

  #add(bytes: Uint8Array): void {
    const { block } = this.#input;
    try {
      this.#chain.add(bytes);
    } catch (error) {
      const message = `block ${this.height + 1}: ${(error as Error).message}`;
      throw new ProtocolError('invalid_block_header', message);
    }
    if (this.height === block) this.blockId = this.id;
    if (this.height > block && this.above.length < RECEIPT_HEADERS) this.above.push(bytesToHex(bytes));
  }

  /** Stores a checkpoint; continues from the session's last one if the chain is known to lead there. */
  #saveCheckpoint(): void {
    if (this.#checkpoints === undefined) return;
    const { checkpoint, height } = this.#chain;
    const wanted = Math.min(this.#input.block + RECEIPT_HEADERS, this.top);
    const further = this.#checkpoints.add(checkpoint);
    if (height < wanted || further === undefined || further.height > this.top) return;
    this.#chain = new HeaderChain(this.#input.network, further);
    this.#ahead = [];
  }

  /** The next range of headers; requests a few more ahead. Ranges end at multiples of 2,000, where checkpoints are. */
  async #next(): Promise<Uint8Array> {
    let from = this.#ahead.at(-1)?.from ?? this.height;
    while (this.#ahead.length < AT_ONCE) {
      if (this.#ahead.length > 0) from += HEADERS_AT_ONCE - (from % HEADERS_AT_ONCE);
      if (from >= this.top) break;
      const count = Math.min(HEADERS_AT_ONCE - (from % HEADERS_AT_ONCE), this.top - from);
      const bytes = this.#input.source.headers(from + 1, count);
      bytes.catch(() => undefined); // reported when its turn comes
      this.#ahead.push({ from, bytes });
    }
    return this.#ahead.shift()?.bytes ?? new Uint8Array();
  }
}
