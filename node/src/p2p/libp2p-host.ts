import { generateKeyPairFromSeed } from '@libp2p/crypto/keys';
import { identify, type Identify } from '@libp2p/identify';
import type { Connection, Libp2p, PeerId, PrivateKey } from '@libp2p/interface';
import { gossipsub, StrictNoSign, type GossipSub, type GossipSubComponents } from '@libp2p/gossipsub';
import { mdns } from '@libp2p/mdns';
import { noise } from '@libp2p/noise';
import { ping, type Ping } from '@libp2p/ping';
import { tcp } from '@libp2p/tcp';
import { yamux } from '@libp2p/yamux';
import type { Multiaddr } from '@multiformats/multiaddr';
import { createLibp2p } from 'libp2p';
import { isIP } from 'node:net';
import { hexToBytes, sha256 } from '@cairn/protocol';
import { readOrCreateTokenFile, TokenFileError } from '@cairn/token-file';
import { NodeError, UsageError } from '../startup/errors.ts';
import { hostOf, networkOf, scopeOf } from './addresses.ts';
import type { PeerConfig, PeerLimits } from './settings.ts';
import type { ProtocolNames } from './wire.ts';

export interface HostOptions extends Pick<PeerConfig, 'host' | 'port' | 'mdns'> {
  readonly privateKey: PrivateKey;
  readonly names: ProtocolNames;
  readonly limits: PeerLimits;
  /** True for a peer ID or IP address that this node neither connects to nor accepts. */
  readonly isRefused: (peer: string) => boolean;
}

export type Host = Libp2p<{ identify: Identify; ping: Ping; gossip: GossipSub }>;

/** The transport of the peer network: libp2p, or the simulated network of a test. */
export type PeerHost = Pick<
  Host,
  'getConnections' | 'getMultiaddrs' | 'handle' | 'addEventListener' | 'dial' | 'start' | 'stop'
> & { readonly services: { readonly gossip: GossipService } };

/** The part of gossipsub in use. */
export type GossipService = Pick<GossipSub, 'publish' | 'subscribe' | 'getSubscribers' | 'topicValidators'>;

/** gossipsub cannot send messages above 4 MiB (js-libp2p issue 3427). */
export const MAX_MESSAGE_SIZE = 4 * 1_024 * 1_024;
/** A connection negotiates few protocols at once; more streams than this are an attack. */
const MAXIMUM_STREAMS = 64;
/** Room for connections to configured, known and local peers. */
const MAXIMUM_OUTBOUND = 16;
/** Between two pings, and the time to answer one: over a slow line it waits behind a block of 8 MiB. */
const PING_MS = 60_000;
/** Maximum number of inbound connections whose encryption is still being negotiated. */
const MAXIMUM_OPENING = 20;

/** Creates a libp2p node with TCP, Noise, Yamux, identify, ping and gossipsub, not started yet. */
export async function createHost(options: HostOptions): Promise<Host> {
  const { privateKey, names, host, port, limits } = options;
  const family = isIP(host) === 6 ? 'ip6' : isIP(host) === 4 ? 'ip4' : 'dns4';
  const isRefusedAddress = (address: Multiaddr): boolean => {
    const remoteHost = hostOf(address);
    const isPublic = scopeOf(remoteHost) === 'public';
    const limit = isPublic ? limits.inboundPerNetwork : limits.inboundPerLocalNetwork;
    const network = networkOf(remoteHost);
    const neighbours = inboundOf(created.getConnections()).filter((one) => networkOfPeer(one) === network);
    return options.isRefused(remoteHost) || neighbours.length >= limit;
  };
  const created: Host = await createLibp2p({
    start: false,
    privateKey,
    nodeInfo: { name: 'cairn', version: '1', userAgent: 'cairn/1' },
    addresses: { listen: [`/${family}/${host}/tcp/${port}`] },
    transports: [tcp()],
    connectionEncrypters: [noise()],
    streamMuxers: [yamux({ maxInboundStreams: MAXIMUM_STREAMS, maxOutboundStreams: MAXIMUM_STREAMS })],
    peerDiscovery: options.mdns ? [mdns({ serviceTag: names.mdnsService, interval: 10_000 })] : [],
    connectionMonitor: {
      protocolPrefix: names.prefix,
      pingInterval: PING_MS,
      pingTimeout: { minTimeout: PING_MS },
    },
    connectionManager: {
      // `excessConnection` chooses the one to close when there are too many.
      maxConnections: limits.maximumInbound + MAXIMUM_OUTBOUND + MAXIMUM_OPENING,
      inboundConnectionThreshold: 20,
      maxIncomingPendingConnections: MAXIMUM_OPENING,
      reconnectRetries: 0,
    },
    connectionGater: {
      denyInboundConnection: ({ remoteAddr }) => isRefusedAddress(remoteAddr),
      // Again, because others of its network may have opened meanwhile.
      denyInboundUpgradedConnection: (peerId, { remoteAddr }) =>
        options.isRefused(peerId.toString()) || isRefusedAddress(remoteAddr),
      denyOutboundUpgradedConnection: (peerId) => options.isRefused(peerId.toString()),
    },
    services: {
      identify: identify({ protocolPrefix: names.prefix }),
      ping: ping({ protocolPrefix: names.prefix }),
      gossip: gossipService(names),
    },
  });
  // Nobody expires what libp2p keeps of a peer, and an address can connect with a new key 20 times a second. What is dialed again
  // is in `KnownAddresses`.
  const forgetUnconnected = (peerId: PeerId): void => {
    if (created.getConnections(peerId).length === 0) created.peerStore.delete(peerId).catch(() => undefined);
  };
  created.addEventListener('peer:disconnect', ({ detail: peerId }) => forgetUnconnected(peerId));
  // A stream, or identify, may write what it heard after the peer has left.
  created.addEventListener('peer:update', ({ detail: { peer } }) => {
    if (!peer.id.equals(created.peerId)) forgetUnconnected(peer.id);
  });
  return created;
}

function inboundOf(connections: readonly Connection[]): Connection[] {
  return connections.filter(({ direction, status }) => direction === 'inbound' && status === 'open');
}

const networkOfPeer = ({ remoteAddr }: Connection): string => networkOf(hostOf(remoteAddr));

/**
 * The connection to close when there are more than `maximumInbound`: the newest one of the network with the most, so that an attacker
 * with many keys in few networks displaces only its own.
 * @returns `undefined` if there is room
 */
export function excessConnection(
  connections: readonly Connection[],
  { maximumInbound }: PeerLimits,
): Connection | undefined {
  const inbound = inboundOf(connections);
  if (inbound.length <= maximumInbound) return undefined;
  const networks = Map.groupBy(inbound, networkOfPeer);
  const neighbours = (connection: Connection): number => networks.get(networkOfPeer(connection))!.length;
  return inbound.sort((a, b) => neighbours(b) - neighbours(a) || b.timeline.open - a.timeline.open)[0];
}

/** How long gossipsub takes no message a second time: less than the first pause of `TransactionRelay`. */
const SEEN_MS = 25_000;

/** The gossipsub service: unsigned messages, identified by their content, on the network's two topics only. */
function gossipService({
  blockTopic,
  transactionTopic,
}: ProtocolNames): (components: GossipSubComponents) => GossipSub {
  return gossipsub({
    globalSignaturePolicy: StrictNoSign,
    msgIdFn: ({ topic, data }) => sha256(Buffer.concat([Buffer.from(topic), data])),
    allowedTopics: [blockTopic, transactionTopic],
    ignoreDuplicatePublishError: true,
    // To such a peer, outside any mesh, each message would be sent whole.
    fallbackToFloodsub: false,
    doPX: false,
    seenTTL: SEEN_MS,
    // `inboundPerNetwork` bounds the peers of one address: more of them are no offence. Nothing is kept of who has left.
    scoreParams: { IPColocationFactorWeight: 0, retainScore: 0 },
    maxInboundDataLength: MAX_MESSAGE_SIZE,
    maxOutboundBufferSize: 8 * MAX_MESSAGE_SIZE,
    decodeRpcLimits: {
      maxSubscriptions: 16,
      maxMessages: 1_024,
      maxIhaveMessageIDs: 5_000,
      maxIwantMessageIDs: 5_000,
      maxControlMessages: 64,
      maxIdontwantMessageIDs: 512,
      maxPeerInfos: 16,
    },
  });
}

/**
 * Reads the node's identity in the peer network, an Ed25519 key whose seed is written in `<data-dir>/peer.key` as 64 hex
 * digits, and creates it if absent. The file follows the rules of the RPC's token (PROTOCOL.md section 6).
 * @throws NodeError if the file cannot be created or read, or others can read it, UsageError if it is no key; it is never changed
 */
export async function readOrCreatePeerKey(path: string): Promise<PrivateKey> {
  const about = `cannot use the peer key ${path}`;
  const seed = await readOrCreateTokenFile(path).catch((cause: unknown) => {
    if (cause instanceof TokenFileError) throw new NodeError(`${about}: ${cause.problem}`, { cause });
    throw cause;
  });
  if (!/^[0-9a-f]{64}$/.test(seed)) throw new UsageError(`${about}: it does not contain 64 hex digits`);
  return generateKeyPairFromSeed('Ed25519', hexToBytes(seed));
}
