import {
  bytesToHex,
  formatBits,
  genesisBlockId,
  MEDIAN_TIME_SPAN,
  type Network,
  ProtocolError,
} from '@cairn/protocol';
import type { ExplorerStatus } from '@cairn/api/explorer';
import { checkBits, headerOfSummary, type HeaderBytes, needsAnchor } from '../checks/header.ts';
import { linkDown, startWalk } from '../checks/links.ts';
import { knownNetwork } from '../checks/network.ts';
import { checkLater, compare, type Findings, tell } from '../checks/result.ts';
import type { CheckResult } from '../model.ts';
import { type ApiSource, Unavailable } from '../source.ts';
import { type Listener, once } from './run.ts';
import { HEADERS_ROUTE, walkHeaders } from './walk-headers.ts';

/** Headers of a page of the API's block list. */
const PAGE = 10;

/** What every verification of a page shares: network, parents, and the way to the tip. */
export interface ChainContext {
  readonly source: ApiSource;
  readonly listener: Listener;
  readonly status: () => Promise<ExplorerStatus>;
  /** @throws Unavailable where the API names a network that the protocol does not know */
  readonly network: () => Promise<Network>;
  readonly header: () => Promise<HeaderBytes>;
  /** Up to eleven linked blocks below, the parent first. @throws Unavailable where they are not to be had */
  readonly below: () => Promise<HeaderBytes[]>;
  /** Block 1, linked to the genesis block, where the difficulty rule needs its time for this height. */
  readonly anchor: (height: number) => Promise<HeaderBytes | undefined>;
  /** Headers above that were walked, as hex, lowest first: filled by `checkLinks`. */
  readonly above: string[];
}

export function chainContext(
  source: ApiSource,
  listener: Listener,
  header: () => Promise<HeaderBytes>,
): ChainContext {
  const status = once(() => source.status());
  const network = once(async () => {
    const known = knownNetwork((await status()).network);
    if (known === undefined) throw new Unavailable({ code: 'network_unknown' });
    return known;
  });
  const below = once(async () => blocksBelow(source, await header()));
  const block1 = once(async () => anchorHeader(source, await network()));
  const anchor = async (height: number) => (needsAnchor(await network(), height) ? block1() : undefined);
  return { source, listener, status, network, header, below, anchor, above: [] };
}

/** A summary's header. @throws Unavailable where the API leaves out what the header holds */
export function requireHeader(shown: Parameters<typeof headerOfSummary>[0], source: string): HeaderBytes {
  const header = headerOfSummary(shown, source);
  if (header === undefined) throw new Unavailable({ code: 'header_missing' });
  return header;
}

/**
 * The blocks below, from one moment. Between two answers the node may have given up the block: then they belong to
 * another branch, and the block is gone.
 */
async function blocksBelow(source: ApiSource, header: HeaderBytes): Promise<HeaderBytes[]> {
  const claimed = await claimedBelow(source, header);
  if (linkDown(header, claimed).length === claimed.length) return claimed;
  await source.block(header.id);
  return claimedBelow(source, header);
}

async function claimedBelow(source: ApiSource, header: HeaderBytes): Promise<HeaderBytes[]> {
  const { height } = header.header;
  const lowest = Math.max(0, height - MEDIAN_TIME_SPAN);
  const summaries = await summariesBetween(source, lowest, height - 1);
  const claimed = summaries.map((block) => requireHeader(block, `/api/v1/blocks, ${block.height}`));
  return claimed.toReversed();
}

/** Summaries of consecutive heights, both ends included, lowest first. */
async function summariesBetween(source: ApiSource, from: number, to: number) {
  const starts: number[] = [];
  for (let start = from; start <= to; start += PAGE) starts.push(start);
  const pages = await Promise.all(
    starts.map((start) => source.blocksFrom(start, Math.min(PAGE, to - start + 1))),
  );
  return pages.flat();
}

/** Block 1, which is taken only if it stands on the genesis block. */
async function anchorHeader(source: ApiSource, network: Network): Promise<HeaderBytes> {
  const block1 = requireHeader(await source.block(1), '/api/v1/blocks/1');
  if (block1.header.previousBlockId !== genesisBlockId(network) || block1.header.height !== 1) {
    throw new ProtocolError('invalid_block_header', 'block 1 does not stand on the genesis block');
  }
  return block1;
}

/** The block below as the API gives it. @throws Unavailable where it does not */
export async function claimedParent(context: ChainContext): Promise<HeaderBytes> {
  const [parent] = await context.below();
  if (parent === undefined) throw new Unavailable({ code: 'parent_missing' });
  return parent;
}

/**
 * Blocks below, each named by the one above it, the parent first: as many as rules look back.
 * @throws Unavailable where the API does not give them, ProtocolError where they are not linked
 */
export async function linkedBelow(context: ChainContext): Promise<HeaderBytes[]> {
  const header = await context.header();
  await claimedParent(context);
  const claimed = await context.below();
  const linked = linkDown(header, claimed);
  if (linked.length < Math.min(MEDIAN_TIME_SPAN, header.header.height)) {
    throw new ProtocolError(
      'invalid_block_header',
      `block ${header.header.height - linked.length - 1} is not the one that the block above it names`,
    );
  }
  return linked;
}

/** The bits follow from the block below; those of the genesis block are the limit. */
export async function runBits(context: ChainContext): Promise<CheckResult> {
  const [network, header] = [await context.network(), await context.header()];
  if (header.header.height === 0) {
    return checkLater('bits', async (findings) => {
      tell(findings, 'bits', formatBits(network.proofOfWorkLimitBits!));
      tell(findings, 'rule', 'genesis');
      compare(findings, 'bits', formatBits(header.header.bits), formatBits(network.proofOfWorkLimitBits!));
    });
  }
  const [parent] = await linkedBelow(context);
  const anchorTimestamp = (await context.anchor(header.header.height))?.header.timestamp;
  return checkBits(header, { network, parent: parent!.header, anchorTimestamp });
}

/** The tip as the API names it, and the depth that it gives the block. */
export interface TipClaim {
  readonly height: number;
  readonly id: string;
  readonly confirmations: number;
  /** Height of the tip when the depth had been told: above `height` where blocks came in between. */
  readonly heightAfter: number;
}

const TIP_ATTEMPTS = 4;

/**
 * Asks for the tip and for the block's depth, again while they are not of the same moment. Where blocks come faster
 * than that, the depth belongs to a tip between the one before and the one after.
 * @param ask gives the depth as the API says it now
 * @throws Unavailable where the API does not name its tip
 */
export async function tipClaim(source: ApiSource, ask: () => Promise<number>): Promise<TipClaim> {
  let before = await source.status();
  for (let attempt = 1; ; attempt += 1) {
    const confirmations = await ask();
    const after = await source.status();
    const { height, tip_id: id } = before;
    if (id === undefined) throw new Unavailable({ code: 'not_supported' });
    if (id === after.tip_id || attempt === TIP_ATTEMPTS) {
      return { height, id, confirmations, heightAfter: after.height };
    }
    before = after;
  }
}

const WALK_ATTEMPTS = 3;

/**
 * Walks from the block to the tip through the headers of every block between, as far as the limit allows. Where the
 * headers do not fit and the tip is another one by now, the node may have changed to another branch in the meantime:
 * it is asked again.
 * @param most headers at most
 */
export async function runLinks(
  context: ChainContext,
  tip: () => Promise<TipClaim>,
  most: number,
): Promise<CheckResult> {
  let claim: Pick<TipClaim, 'height' | 'id'> = await tip();
  for (let attempt = 1; ; attempt += 1) {
    const result = await walkToTip(context, claim, most);
    if (result.status !== 'failed' || attempt === WALK_ATTEMPTS) return result;
    const { height, tip_id: id } = await context.source.status();
    if (id === undefined || id === claim.id) return result;
    claim = { height, id };
  }
}

function walkToTip(
  context: ChainContext,
  claim: Pick<TipClaim, 'height' | 'id'>,
  most: number,
): Promise<CheckResult> {
  context.above.length = 0;
  return checkLater('links', async (findings) => {
    const [network, first, below] = [await context.network(), await context.header(), await context.below()];
    const total = Math.max(0, claim.height - first.header.height);
    const anchorTimestamp = (await context.anchor(claim.height))?.header.timestamp;
    const linked = linkDown(first, below);
    const walk = startWalk(findings, { network, first, below: linked, anchorTimestamp });
    const { source, listener, above } = context;
    const walking = Math.min(total, most);
    const onRange = (): void => listener.progress('links', walk.walked, walking);
    await walkHeaders(source, walk, first.header.height + walking, onRange, ({ bytes }) =>
      above.push(bytesToHex(bytes)),
    );
    tell(findings, 'source', HEADERS_ROUTE);
    tell(findings, 'walked', walk.walked);
    tell(findings, 'work', walk.work.toString());
    if (findings.differences.length + findings.problems.length > 0) return;
    if (total > most) findings.limit = { code: 'far_tip', count: total - walk.walked };
    else compareTip(findings, walk.top, claim);
  });
}

function compareTip(findings: Findings, top: HeaderBytes, claim: Pick<TipClaim, 'height' | 'id'>): void {
  tell(findings, 'tip', `${top.header.height}`);
  tell(findings, 'id', top.id);
  compare(findings, 'height', claim.height, top.header.height);
  compare(findings, 'tip_id', claim.id, top.id);
}

/**
 * The depth that the API gives is the distance to its tip, and the page shows no more.
 * @param shown confirmations on the page, which may be older than the tip
 * @param most headers that the walk to the tip covers
 */
export function runConfirmations(
  context: ChainContext,
  tip: () => Promise<TipClaim>,
  shown: number,
  most: number,
): Promise<CheckResult> {
  return checkLater('confirmations', async (findings) => {
    const header = await context.header();
    const claim = await tip();
    // A chain that stepped back in between may have been at any height.
    if (claim.heightAfter < claim.height) throw new Unavailable({ code: 'moving_tip' });
    const least = claim.height - header.header.height + 1;
    const computed = claim.heightAfter - header.header.height + 1;
    tell(findings, 'tip', `${claim.height}`);
    tell(findings, 'count', computed);
    if (claim.confirmations < least) compare(findings, 'confirmations', claim.confirmations, least);
    if (claim.confirmations > computed) compare(findings, 'confirmations', claim.confirmations, computed);
    if (findings.differences.length === 0 && shown > computed) {
      compare(findings, 'confirmations', shown, computed);
    }
    if (computed - 1 > most) findings.limit = { code: 'far_tip', count: computed - 1 - most };
  });
}
