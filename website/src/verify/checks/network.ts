import {
  blockId,
  equalBytes,
  genesisBlock,
  getNetwork,
  isNetworkName,
  type Network,
  NETWORK_NAMES,
} from '@cairn/protocol';
import type { CheckResult } from '../model.ts';
import { check, compare, tell } from './result.ts';

/** What the API says of its network: name and chain ID of its status, and the name beside the data that is shown. */
export interface NetworkClaim {
  readonly network: string;
  readonly chainId: number;
  /** `network` of the answer that the page shows; absent where that answer names none. */
  readonly beside: string | undefined;
}

/** The protocol's parameters of a network that can have a chain. */
export function knownNetwork(name: string): Network | undefined {
  if (!isNetworkName(name)) return undefined;
  const network = getNetwork(name);
  return network.initializable ? network : undefined;
}

/** The network is one that the protocol knows, and every answer names the same. */
export function checkNetwork({ network: name, chainId, beside }: NetworkClaim): CheckResult {
  return check('network', (findings) => {
    const network = knownNetwork(name);
    const known = NETWORK_NAMES.filter((candidate) => knownNetwork(candidate) !== undefined);
    if (!compare(findings, 'network', name, network?.name ?? known.join(', '))) return;
    compare(findings, 'chain_id', chainId, network!.chainId);
    if (beside !== undefined) compare(findings, 'network', beside, name);
    tell(findings, 'network', `${name} (${network!.chainId})`);
  });
}

/**
 * The served block 0 is the network's genesis block, byte for byte as its rules build it here.
 * @param served its bytes as the API gives them
 */
export function checkGenesis(served: Uint8Array, network: Network): CheckResult {
  return check('genesis', (findings) => {
    const expected = genesisBlock(network);
    compare(findings, 'id', blockId(served), blockId(expected));
    if (!equalBytes(served, expected) && findings.differences.length === 0) {
      compare(findings, 'size_bytes', `${served.length}`, `${expected.length}`);
      findings.problems.push('the bytes after the header are not those of the genesis block');
    }
    tell(findings, 'source', '/api/v1/blocks/0/raw');
    tell(findings, 'bytes', served.length);
    tell(findings, 'id', blockId(served));
  });
}
