import type { ExplorerStatus } from '@cairn/api/explorer';
import {
  type BlockId,
  genesisBlock,
  HEADER_SIZE,
  HeaderChain,
  type Network,
  NETWORK_NAMES,
} from '@cairn/protocol';
import { knownNetwork } from '../../site/figures.ts';
import { type ApiSource, HEADERS_AT_ONCE } from './api-source.ts';
import { checkWork, type HeaderBytes, readHeader } from './checks.ts';
import { type Findings, isBrokenRule, once, type Step, Unavailable } from './steps.ts';

/** The steps of every page: the network, and the headers below and above a block. */

/**
 * Checks that the API's status names a known network with its chain ID, and the same network as the page's answer.
 * @param shown network in the answer that the page shows, if it names one
 */
export function checkNetwork(
  findings: Findings,
  status: Pick<ExplorerStatus, 'network' | 'chain_id'>,
  shown: string | undefined,
): void {
  const { network: name, chain_id: chainId } = status;
  const network = knownNetwork(name);
  if (network === undefined) {
    const known = NETWORK_NAMES.filter((candidate) => knownNetwork(candidate) !== undefined);
    findings.compare('network', name, known.join(', '));
    return;
  }
  findings.compare('chain_id', chainId, network.chainId);
  findings.compare('network', shown ?? name, name);
  findings.note('network', `${name} (${network.chainId})`);
}

/** The network of an API: the first step of every page, and the network's rules for the other steps. */
export function openNetwork(
  source: ApiSource,
  shown: string | undefined,
): { step: Step; network: () => Promise<Network> } {
  const status = once(() => source.api.status());
  const network = async () => {
    const known = knownNetwork((await status()).network);
    if (known === undefined) throw new Unavailable('network_unknown');
    return known;
  };
  return { step: { id: 'network', run: async (to) => checkNetwork(to, await status(), shown) }, network };
}

/** The step of a receipt's header. @param network whose easiest target the header must not exceed: without one, any header would do */
export function headerStep(header: HeaderBytes, network: Network | undefined): Step {
  return {
    id: 'header',
    run: (findings) => {
      if (network?.initializable !== true) throw new Unavailable('network_unknown');
      checkWork(findings, header, network);
    },
  };
}

/** A block of a chain, by its place. */
interface Place {
  readonly height: number;
  readonly id: BlockId;
}

/** The tip of the API's chain. @throws Unavailable if the status has no `tip_id`, which is optional in the API's contract */
export function tipOf({ height, tip_id: id }: ExplorerStatus): Place {
  if (id === undefined) throw new Unavailable('not_supported');
  return { height, id };
}

/** The API's status, if it still has this tip. @throws Unavailable if it has another one */
export async function expectTip({ api }: ApiSource, { id }: Pick<Place, 'id'>): Promise<ExplorerStatus> {
  const status = await api.status();
  if (tipOf(status).id !== id) throw new Unavailable('moving_tip');
  return status;
}

/** Headers of consecutive heights, which were checked. */
export interface Walk {
  /** Height at which the walk began; if it is not 0, nothing links the headers to the genesis block. */
  readonly bottom: number;
  /** The last block that was reached. */
  readonly reached: Place;
  /** Why the next header is not valid, if that ended the walk. */
  readonly problem: string | undefined;
  /** The headers of the heights to keep. */
  readonly kept: ReadonlyMap<number, HeaderBytes>;
}

/**
 * Fetches headers and checks links, times, difficulty and work of each one, as far as the API has them.
 * @param of.from height from which to check: 0 for the genesis block, which is not fetched; else a header of the API
 * @param of.to height of the last header
 * @param of.keep heights whose headers are needed
 */
async function walkHeaders(
  source: ApiSource,
  network: Network,
  of: { from: number; to: number; keep: ReadonlySet<number> },
  onProgress: Findings['progress'],
): Promise<Walk> {
  const { from, to, keep } = of;
  const kept = new Map<number, HeaderBytes>();
  const keepAt = (height: number, header: HeaderBytes) => {
    if (keep.has(height)) kept.set(height, header);
  };
  const start = from === 0 ? readHeader(genesisBlock(network)) : await fetchHeader(source, from);
  let anchorTimestamp: number | undefined;
  if (from > 0 && network.retarget === 'asert') {
    const first = await fetchHeader(source, 1);
    anchorTimestamp = HeaderChain.fromGenesis(network).add(first.bytes).header.timestamp;
  }
  keepAt(from, start);
  const timestamps = [start.header.timestamp];
  const chain = new HeaderChain(network, { height: from, id: start.id, timestamps, anchorTimestamp });
  let problem: string | undefined;
  try {
    for await (const range of fetchHeaders(source, from, to)) {
      for (let at = 0; at < range.length; at += HEADER_SIZE) {
        const bytes = range.subarray(at, at + HEADER_SIZE);
        const added = chain.add(bytes);
        keepAt(chain.height, { bytes, ...added });
      }
      onProgress(chain.height - from, to - from);
    }
  } catch (error) {
    if (!isBrokenRule(error)) throw error;
    problem = `block ${chain.height + 1}: ${error.message}`;
  }
  return { bottom: from, reached: { height: chain.height, id: chain.id }, problem, kept };
}

/** One header, unchecked. @throws Unavailable if the API does not have it */
async function fetchHeader(source: ApiSource, height: number): Promise<HeaderBytes> {
  const bytes = await source.headers(height, 1);
  if (bytes.length === 0) throw new Unavailable('gone');
  return readHeader(bytes);
}

/** Maximum number of simultaneous requests for headers. */
const MAX_PARALLEL_REQUESTS = 3;

/**
 * Fetches the headers above one height, up to another, as far as the API has them; up to `MAX_PARALLEL_REQUESTS`
 * requests run at once. Ranges end at multiples of `HEADERS_AT_ONCE`, so that pages ask for the same ones.
 */
async function* fetchHeaders(source: ApiSource, above: number, upTo: number): AsyncGenerator<Uint8Array> {
  const ahead: Promise<Uint8Array>[] = [];
  let next = above;
  for (;;) {
    while (ahead.length < MAX_PARALLEL_REQUESTS && next < upTo) {
      const count = Math.min(HEADERS_AT_ONCE - (next % HEADERS_AT_ONCE), upTo - next);
      const bytes = source.headers(next + 1, count);
      bytes.catch(() => undefined); // the `await` below reports the failure
      ahead.push(bytes);
      next += count;
    }
    const bytes = await ahead.shift();
    if (bytes === undefined || bytes.length === 0) return;
    yield bytes;
  }
}

/** The headers around a block, and what to check of them. */
interface ChainInput {
  readonly source: ApiSource;
  readonly network: () => Promise<Network>;
  readonly header: () => Promise<HeaderBytes>;
  /** Most headers to check below the block, and above it. */
  readonly below: number;
  readonly above: number;
  /** Other heights whose headers are needed. */
  readonly keep?: ReadonlySet<number> | undefined;
  /** As {@link Findings.excuse}. @param tip of the API when the headers were asked for */
  readonly excuse: (block: HeaderBytes, tip: Place) => Promise<void>;
}

/** The chain around a block: a step from the genesis block up to it, and one from there to the tip. */
export function openChain(input: ChainInput) {
  const { source } = input;
  // The headers below and above the block are fetched in the same requests.
  const walk = once(async (progress: Findings['progress'] = () => undefined) => {
    const before = tipOf(await source.api.status());
    const block = await input.header();
    const { height } = block.header;
    const tip = tipOf(await source.api.status());
    const range = {
      from: Math.max(0, height - input.below),
      to: Math.min(tip.height, height + input.above),
      keep: new Set(input.keep).add(height),
    };
    const isMoving = before.id !== tip.id;
    return { block, tip, isMoving, ...(await walkHeaders(source, await input.network(), range, progress)) };
  });
  /** @param isOwn true for a height at which this step reports an invalid header */
  const walkFor = async (findings: Findings, isOwn: (reached: number, height: number) => boolean) => {
    const walked = await walk(findings.progress);
    const { block, tip, isMoving, problem, reached, kept } = walked;
    const { height } = block.header;
    findings.excuse = async () => {
      if (isMoving) throw new Unavailable('moving_tip');
      await input.excuse(block, tip);
    };
    if (problem !== undefined && isOwn(reached.height, height)) findings.problems.push(problem);
    findings.compare(`[${height}].id`, kept.get(height)?.id ?? '', block.id);
    return { ...walked, height };
  };
  const chain: Step = {
    id: 'chain',
    run: async (findings) => {
      const { height, bottom } = await walkFor(findings, (reached, block) => reached < block);
      findings.note('walked', height - bottom);
      findings.note('bottom', bottom);
      if (bottom > 0) findings.limit = { code: 'far', count: bottom };
    },
  };
  /**
   * @param shown confirmations on the page: fewer than the tip gives if it has moved since
   * @param ask the API for them again: a page can be older than a reorganization that lowered the tip
   */
  const above = (shown: number, ask: () => Promise<number>): Step => ({
    id: 'above',
    run: async (findings) => {
      const { height, reached, tip } = await walkFor(findings, (last, block) => last >= block);
      findings.note('walked', reached.height - height);
      if (reached.height === height + input.above && reached.height < tip.height) {
        findings.limit = { code: 'far', count: tip.height - reached.height };
      } else {
        findings.compare('height', tip.height, reached.height);
        findings.compare('tip_id', tip.id, reached.id);
        findings.note('blockId', reached.id);
      }
      const depth = tip.height - height + 1;
      if (shown === depth) return;
      const current = await ask();
      const isWrong = current > depth || (shown < depth && current < depth);
      if (isWrong) findings.compare('confirmations', current, depth);
      else if (shown > depth) findings.limit ??= { code: 'moving_tip' };
    },
  });
  return { chain, above, walk };
}
