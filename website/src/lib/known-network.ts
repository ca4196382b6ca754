import { isNetworkName, type Network, NETWORKS } from '@cairn/protocol';

/**
 * Parameters of a network by its name in the API; `undefined` for an unknown name, and for mainnet: it has no chain
 * yet.
 */
export function knownNetwork(name: string): Network | undefined {
  const network = isNetworkName(name) ? NETWORKS[name] : undefined;
  return network?.initializable === true ? network : undefined;
}
