import { checkGenesis, checkNetwork } from '../checks/network.ts';
import type { CheckResult } from '../model.ts';
import type { ChainContext } from './chain-context.ts';

/** The network that the API names, and the one beside what is shown. */
export async function runNetwork(context: ChainContext, beside: string | undefined): Promise<CheckResult> {
  const { network, chain_id: chainId } = await context.status();
  return checkNetwork({ network, chainId, beside });
}

/** Bytes of either genesis block and some more, so that a longer answer shows. */
const GENESIS_BYTES = 16_384;

/** The API's block 0 against the genesis block that the rules make. */
export async function runGenesis(context: ChainContext): Promise<CheckResult> {
  const network = await context.network();
  return checkGenesis(await context.source.rawBlock(0, GENESIS_BYTES), network);
}
