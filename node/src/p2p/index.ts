export { createPeerNetwork, type PeerNetwork, type PeerNetworkOptions } from './peer-network.ts';
