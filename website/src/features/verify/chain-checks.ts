import type { ExplorerStatus } from '@cairn/api/explorer';
import { blockId, equalBytes, genesisBlock, type Network, NETWORK_NAMES } from '@cairn/protocol';
import { knownNetwork } from '../../site/figures.ts';
import type { ApiSource } from './api-source.ts';
import type { HeaderBytes } from './block-checks.ts';
import { Findings, once, type Step, Unavailable } from './findings.ts';
import { type Tip, type Walk, walkHeaders } from './header-walk.ts';
import type { VerificationContext } from './page-block.ts';

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
  findings.note('source', '/api/v1/blocks/0/raw');
  findings.note('id', blockId(served));
  findings.compare('id', blockId(served), blockId(expected));
  if (!equalBytes(served, expected)) findings.problems.push('the bytes are not those of the genesis block');
}

/** The network of an API: the first step of every page, and the network's rules for the other steps. */
export function openNetwork(
  source: ApiSource,
  shown: string | undefined,
): { step: Step; network: () => Promise<Network> } {
  const status = once(() => source.status());
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

/** Input of the checks of the chain. */
interface ChainInput extends Pick<VerificationContext, 'source' | 'checkpoints' | 'limits'> {
  readonly network: () => Promise<Network>;
  /** Header of the page's block. */
  readonly header: () => Promise<HeaderBytes>;
  /** Requests the block's current confirmations. */
  readonly confirmations: () => Promise<number>;
  /** Confirmations as shown on the page: fewer than `confirmations` if the tip has moved since. */
  readonly shownConfirmations: number;
}

/** Findings of the steps below and above the page's block, and the headers for a receipt. */
interface ChainResult extends Pick<Walk, 'headersAbove' | 'anchor'> {
  readonly below: Findings;
  readonly above: Findings;
}

/** The last two steps of every page: from the genesis block to the page's block, and from there to the tip. */
export function chainSteps(input: ChainInput): { steps: Step[]; result: () => Promise<ChainResult> } {
  // The headers below and above the block are fetched in the same requests.
  const result = once((findings: Findings = new Findings()) => checkChain(input, findings.progress));
  const steps: Step[] = (['below', 'above'] as const).map((part) => ({
    id: part === 'below' ? 'chain' : 'above',
    run: async (findings) => void Object.assign(findings, (await result(findings))[part]),
  }));
  return { steps, result: () => result() };
}

/**
 * Checks the chain. If that fails, it is checked once more without the checkpoints: the node may have switched to another
 * branch during the check, or after the checkpoints were stored. Neither makes an answer of the API wrong.
 */
async function checkChain(input: ChainInput, onProgress: Findings['progress']): Promise<ChainResult> {
  const { source, checkpoints, shownConfirmations: shown } = input;
  const isGood = ({ below, above }: ChainResult) => below.isGood && above.isGood;
  const { header } = await input.header();
  const before = await source.status();
  const current = await input.confirmations();
  const after = await source.status();
  let result = await walkToTip(input, tipOf(after), onProgress);
  if (!isGood(result)) {
    checkpoints.clear();
    const tip = tipOf(await source.status());
    result = await walkToTip(input, tip, onProgress);
    if (!isGood(result) && tipOf(await source.status()).id !== tip.id) throw new Unavailable('moving_tip');
  }
  const [least, most] = [before.height - header.height + 1, after.height - header.height + 1];
  checkConfirmations(result.above, { least, most, current, shown });
  return result;
}

/** @throws Unavailable if the status has no `tip_id`, which is optional in the API's contract */
function tipOf({ height, tip_id: id }: ExplorerStatus): Tip {
  if (id === undefined) throw new Unavailable('not_supported');
  return { height, id };
}

/** Walks past the page's block to a tip, and checks that both are in the same chain. */
async function walkToTip(
  input: ChainInput,
  tip: Tip,
  onProgress: Findings['progress'],
): Promise<ChainResult> {
  const { id, header } = await input.header();
  const { height: block } = header;
  const walk = await walkHeaders({ ...input, network: await input.network(), block, tip }, onProgress);
  const { bottom, top, reached, problem, idAtBlock, headersAbove, anchor } = walk;
  const [below, above] = [new Findings(), new Findings()];
  if (problem !== undefined) (reached.height < block ? below : above).problems.push(problem);
  if (idAtBlock !== id) {
    await input.source.block(id); // throws if a reorganization has removed the block
    for (const part of [below, above]) part.compare(`[${block}].id`, idAtBlock ?? '', id);
  }
  for (const part of [below, above]) part.note('source', '/api/v1/headers');
  below.note('walked', block - bottom);
  if (bottom > 0) below.limit = { code: 'far', count: bottom };
  above.note('walked', reached.height - block);
  if (reached.height === top && top < tip.height) {
    above.limit = { code: 'far', count: tip.height - top };
  } else {
    above.compare('height', tip.height, reached.height);
    above.compare('tip_id', tip.id, reached.id);
    above.note('id', reached.id);
  }
  return { below, above, headersAbove, anchor };
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
