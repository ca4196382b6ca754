import type { ExplorerStatus } from '@cairn/api/explorer';
import {
  blockId,
  type BlockId,
  equalBytes,
  genesisBlock,
  HEADER_SIZE,
  HeaderChain,
  type Network,
  NETWORK_NAMES,
} from '@cairn/protocol';
import { knownNetwork } from '../../site/figures.ts';
import { type ApiSource, HEADERS_AT_ONCE, type VerificationContext } from './api-source.ts';
import { type HeaderBytes, readHeader } from './block-checks.ts';
import { type Findings, isBrokenRule, once, type Step, Unavailable, unlessMoved } from './findings.ts';

/** More bytes than any genesis block has. */
const GENESIS_BYTES = 16_384;

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

/** Checks that the API's block 0 is the genesis block that the network's rules produce, byte for byte. */
export function checkGenesis(findings: Findings, served: Uint8Array, network: Network): void {
  const expected = genesisBlock(network);
  findings.note('id', blockId(served));
  findings.compare('id', blockId(served), blockId(expected));
  if (!equalBytes(served, expected)) findings.problems.push('the bytes are not those of the genesis block');
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
  const run = async (findings: Findings) => {
    checkNetwork(findings, await status(), shown);
    checkGenesis(findings, await source.rawBlock(0, GENESIS_BYTES), await network());
  };
  return { step: { id: 'network', run }, network };
}

/** The last block of a chain. */
interface Tip {
  readonly height: number;
  readonly id: BlockId;
}

/** The tip of the API's chain. @throws Unavailable if the status has no `tip_id`, which is optional in the API's contract */
function tipOf({ height, tip_id: id }: ExplorerStatus): Tip {
  if (id === undefined) throw new Unavailable('not_supported');
  return { height, id };
}

/** The API's status, if it still has this tip. @throws Unavailable if it has another one */
export async function expectTip({ api }: ApiSource, { id }: Pick<Tip, 'id'>): Promise<ExplorerStatus> {
  const status = await api.status();
  if (tipOf(status).id !== id) throw new Unavailable('moving_tip');
  return status;
}

/** Headers of consecutive heights, which were checked. */
export interface Walk {
  /** Height at which the walk began; if it is not 0, nothing links the headers to the genesis block. */
  readonly bottom: number;
  /** The last block that was reached. */
  readonly reached: Tip;
  /** Why the next header is not valid, if that ended the walk. */
  readonly problem: string | undefined;
  /** The headers of the heights to keep. */
  readonly kept: ReadonlyMap<number, HeaderBytes>;
}

/**
 * Fetches headers and checks links, times, difficulty and work of each one, as far as the API has them.
 * @param of.from height from which to check: 0 for the genesis block, which is not fetched; else a header of the API
 * @param of.to height of the last header
 * @param of.keep true for a height whose header is needed
 */
export async function walkHeaders(
  source: ApiSource,
  network: Network,
  of: { from: number; to: number; keep: (height: number) => boolean },
  onProgress: Findings['progress'],
): Promise<Walk> {
  const { from, to, keep } = of;
  const kept = new Map<number, HeaderBytes>();
  const keepAt = (height: number, header: HeaderBytes) => {
    if (keep(height)) kept.set(height, header);
  };
  const start = from === 0 ? readHeader(genesisBlock(network)) : await fetchHeader(source, from);
  let anchorTimestamp: number | undefined;
  if (from > 0 && network.retarget === 'asert') {
    const first = await fetchHeader(source, 1);
    keepAt(1, first);
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

/** Maximum number of headers above the block that a saved receipt has (docs/VERIFIED.md). */
const RECEIPT_HEADERS = 200;

/** Input of the checks of the chain. */
interface ChainInput extends Pick<VerificationContext, 'source' | 'limits'> {
  readonly network: () => Promise<Network>;
  /** Header of the page's block. */
  readonly header: () => Promise<HeaderBytes>;
  /** Requests the block's current confirmations. */
  readonly confirmations: () => Promise<number>;
  /** Confirmations as shown on the page: fewer than `confirmations` if the tip has moved since. */
  readonly shownConfirmations: number;
}

/** The last two steps of the page of a block or a transaction: from the genesis block to its block, and from there to the tip. */
export function chainSteps(input: ChainInput): { steps: Step[]; walk: () => Promise<Walk> } {
  const { source, limits } = input;
  // The headers below and above the block are fetched in the same requests.
  const check = once(async (progress: Findings['progress'] = () => undefined) => {
    const block = await input.header();
    const { height } = block.header;
    const before = await source.api.status();
    const current = await input.confirmations();
    const after = await source.api.status();
    const tip = tipOf(after);
    const walk = await walkHeaders(
      source,
      await input.network(),
      {
        from: Math.max(0, height - limits.headers),
        to: Math.min(tip.height, height + limits.headers),
        keep: (one) => one === 1 || (one >= height && one <= height + RECEIPT_HEADERS),
      },
      progress,
    );
    const depth = (status: ExplorerStatus) => status.height - height + 1;
    return { block, tip, walk, current, least: depth(before), most: depth(after) };
  });
  type Checked = Awaited<ReturnType<typeof check>>;
  /** Runs a part of the check; it counts only if the API has the same tip afterwards. */
  const stepOf =
    (part: (found: Findings, of: Checked) => void): Step['run'] =>
    async (findings) => {
      const of = await check(findings.progress);
      const excuse = async () => {
        await source.api.getBlock({ height_or_hash: of.block.id }); // throws if a reorganization has removed the block
        await expectTip(source, of.tip);
      };
      await unlessMoved(findings, (found) => part(found, of), excuse);
    };
  const compareBlock = (found: Findings, { block, walk }: Checked) => {
    const { height } = block.header;
    found.compare(`[${height}].id`, walk.kept.get(height)?.id ?? '', block.id);
  };
  const steps: Step[] = [
    {
      id: 'chain',
      run: stepOf((found, of) => {
        const { bottom, reached, problem } = of.walk;
        const { height } = of.block.header;
        if (problem !== undefined && reached.height < height) found.problems.push(problem);
        compareBlock(found, of);
        found.note('walked', height - bottom);
        if (bottom > 0) found.limit = { code: 'far', count: bottom };
      }),
    },
    {
      id: 'above',
      run: stepOf((found, of) => {
        const { reached, problem } = of.walk;
        const { tip } = of;
        const { height } = of.block.header;
        if (problem !== undefined && reached.height >= height) found.problems.push(problem);
        compareBlock(found, of);
        found.note('walked', reached.height - height);
        if (reached.height === height + limits.headers && reached.height < tip.height) {
          found.limit = { code: 'far', count: tip.height - reached.height };
        } else {
          found.compare('height', tip.height, reached.height);
          found.compare('tip_id', tip.id, reached.id);
          found.note('id', reached.id);
        }
        checkConfirmations(found, { ...of, shown: input.shownConfirmations });
      }),
    },
  ];
  return { steps, walk: async () => (await check()).walk };
}

/**
 * Checks that the API's confirmations are the distance to its tip, and that the page does not show more.
 * @param of.least confirmations at the tip before the request for `current`
 * @param of.most confirmations at the tip after that request
 */
function checkConfirmations(
  findings: Findings,
  of: { least: number; most: number; current: number; shown: number },
): void {
  const { least, most, current, shown } = of;
  if (least > most) {
    findings.limit = { code: 'moving_tip' }; // a reorganization lowered the tip in between: `current` may be of any height
    return;
  }
  findings.note('count', most);
  if (current < least) findings.compare('confirmations', current, least);
  if (current > most) findings.compare('confirmations', current, most);
  if (shown > most) findings.compare('confirmations', shown, most);
}
