import { genesisBlock, type Network } from '@cairn/protocol';
import { needsAnchor, readHeader } from '../checks/header.ts';
import { startWalk } from '../checks/links.ts';
import { checkLater, compare, tell } from '../checks/result.ts';
import type { CheckResult } from '../model.ts';
import type { ApiSource } from '../source.ts';
import type { ChainContext } from './chain-context.ts';
import { HEADERS_ROUTE, headersFrom, walkHeaders } from './walk-headers.ts';

/**
 * Walks from the genesis block of the rules up to the block: every header names the one below, meets its target, and has the
 * difficulty and time that the rules ask for. No part of the chain below the block is the API's word then.
 */
export function runHistory(context: ChainContext): Promise<CheckResult> {
  return checkLater('history', async (findings) => {
    const [network, { header, id }] = [await context.network(), await context.header()];
    const genesis = readHeader(genesisBlock(network), 'rules');
    const anchorTimestamp = await timeOfBlock1(context.source, network, header.height);
    const walk = startWalk(findings, { network, first: genesis, below: [], anchorTimestamp });
    await walkHeaders(context.source, walk, header.height, () =>
      context.listener.progress('history', walk.walked, header.height),
    );
    tell(findings, 'source', HEADERS_ROUTE);
    tell(findings, 'walked', walk.walked);
    tell(findings, 'work', walk.work.toString());
    if (findings.differences.length + findings.problems.length > 0) return;
    tell(findings, 'id', walk.top.id);
    // A block that the chain has left is gone, and no lie.
    if (walk.top.id !== id) await context.source.block(id);
    compare(findings, 'id', id, walk.top.id);
  });
}

/** Block 1 is the first that the walk judges itself. */
async function timeOfBlock1(
  source: ApiSource,
  network: Network,
  height: number,
): Promise<number | undefined> {
  if (!needsAnchor(network, height)) return undefined;
  const [block1] = await headersFrom(source, 1, 1);
  return block1?.header.timestamp;
}
