export { createPeerNetwork, type PeerNetwork, type PeerNetworkOptions } from './peer-network.ts';
export { PeerKeyError } from './peer-key.ts';
