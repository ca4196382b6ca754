import { identify, type Identify } from '@libp2p/identify';
import type { Libp2p, PrivateKey } from '@libp2p/interface';
import type { GossipSub } from '@libp2p/gossipsub';
import { mdns } from '@libp2p/mdns';
import { noise } from '@libp2p/noise';
import { ping, type Ping } from '@libp2p/ping';
import { tcp } from '@libp2p/tcp';
import { yamux } from '@libp2p/yamux';
import { createLibp2p } from 'libp2p';
import { isIP } from 'node:net';
import { gossipService } from './gossip.ts';
import type { PeerLimits } from './peer-limits.ts';
import type { ProtocolNames } from './protocol-names.ts';

export interface HostOptions {
  readonly privateKey: PrivateKey;
  readonly names: ProtocolNames;
  readonly host: string;
  /** 0 picks a free one. */
  readonly port: number;
  /** Whether it looks for peers on the local network by multicast DNS. */
  readonly mdns: boolean;
  readonly limits: PeerLimits;
  /** True for a peer that no connection is wanted to. */
  readonly isRefused: (peerId: string) => boolean;
}

export type Host = Libp2p<{ identify: Identify; ping: Ping; gossip: GossipSub }>;

/** Protocols that are negotiated on a connection at once are few; more is an attack. */
const MAXIMUM_STREAMS = 64;

/** libp2p as this network uses it: TCP, Noise, Yamux, identify, ping, gossipsub; not started yet. */
export async function createHost(options: HostOptions): Promise<Host> {
  const { privateKey, names, host, port, limits } = options;
  const family = isIP(host) === 6 ? 'ip6' : isIP(host) === 4 ? 'ip4' : 'dns4';
  const node: Host = await createLibp2p({
    start: false,
    privateKey,
    nodeInfo: { name: 'cairn', version: '1', userAgent: 'cairn/1' },
    addresses: { listen: [`/${family}/${host}/tcp/${port}`] },
    transports: [tcp()],
    connectionEncrypters: [noise()],
    streamMuxers: [yamux({ maxInboundStreams: MAXIMUM_STREAMS, maxOutboundStreams: MAXIMUM_STREAMS })],
    peerDiscovery: options.mdns ? [mdns({ serviceTag: names.mdnsService, interval: 10_000 })] : [],
    connectionMonitor: { protocolPrefix: names.prefix },
    connectionManager: {
      maxConnections: limits.maximumInbound + limits.maximumOutbound,
      inboundConnectionThreshold: 20,
      maxIncomingPendingConnections: 20,
      reconnectRetries: 0,
    },
    connectionGater: {
      denyInboundConnection: () => countInbound(node) >= limits.maximumInbound,
      denyInboundEncryptedConnection: (peerId) => options.isRefused(peerId.toString()),
      denyOutboundEncryptedConnection: (peerId) => options.isRefused(peerId.toString()),
      denyDialPeer: (peerId) => options.isRefused(peerId.toString()),
    },
    services: {
      identify: identify({ protocolPrefix: names.prefix }),
      ping: ping({ protocolPrefix: names.prefix }),
      gossip: gossipService(names),
    },
  });
  return node;
}

function countInbound(node: Host): number {
  return node.getConnections().filter(({ direction }) => direction === 'inbound').length;
}

const LISTEN_CODES = /\b(EADDRINUSE|EACCES|EADDRNOTAVAIL|ENOTFOUND|EAI_AGAIN)\b/;

/**
 * Starts listening.
 * @throws Error with the system's `code` when the address cannot be used; libp2p only has it in its message
 */
export async function startHost(host: Host): Promise<void> {
  try {
    await host.start();
  } catch (error) {
    const { message } = error as Error;
    const [code] = LISTEN_CODES.exec(message) ?? [];
    throw code === undefined ? error : Object.assign(new Error(code, { cause: error }), { code });
  }
}
