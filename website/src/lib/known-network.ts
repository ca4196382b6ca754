import { isNetworkName, type Network, NETWORKS } from '@cairn/protocol';

/** The rules of the network that an API names; `undefined` for one that this version does not know. */
export function knownNetwork(name: string): Network | undefined {
  return isNetworkName(name) ? NETWORKS[name] : undefined;
}
