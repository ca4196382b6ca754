import { generateKeyPairFromSeed } from '@libp2p/crypto/keys';
import { identify, type Identify } from '@libp2p/identify';
import type { Connection, Libp2p, PrivateKey } from '@libp2p/interface';
import { gossipsub, StrictNoSign, type GossipSub, type GossipSubComponents } from '@libp2p/gossipsub';
import { mdns } from '@libp2p/mdns';
import { noise } from '@libp2p/noise';
import { ping, type Ping } from '@libp2p/ping';
import { tcp } from '@libp2p/tcp';
import { yamux } from '@libp2p/yamux';
import { createLibp2p } from 'libp2p';
import { isIP } from 'node:net';
import { hexToBytes, sha256, type Network } from '@cairn/protocol';
import { readOrCreateTokenFile, TokenFileError } from '@cairn/token-file';
import { NodeError } from '../startup/errors.ts';
import { hostOf, networkOf, scopeOf } from './ip-addresses.ts';
import type { PeerLimits } from './limits.ts';

/**
 * Names of the protocols (`/cairn/ca19e003/status/3`), gossip topics, libp2p's identify and ping protocols, and multicast DNS. They
 * contain the network's magic, so that networks do not mix.
 */
export type ProtocolNames = ReturnType<typeof protocolNames>;

export function protocolNames({ magic }: Network) {
  return {
    status: `/cairn/${magic}/status/3`,
    headers: `/cairn/${magic}/headers/3`,
    blocks: `/cairn/${magic}/blocks/3`,
    peers: `/cairn/${magic}/peers/3`,
    blockTopic: `/cairn/${magic}/gossip/blocks/3`,
    transactionTopic: `/cairn/${magic}/gossip/transactions/3`,
    prefix: `cairn/${magic}`,
    mdnsService: `_cairn-${magic}._udp.local`,
  };
}

export interface HostOptions {
  readonly privateKey: PrivateKey;
  readonly names: ProtocolNames;
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
  /** Whether to discover peers on the local network by multicast DNS. */
  readonly mdns: boolean;
  readonly limits: PeerLimits;
  /** True for a peer that this node neither connects to nor accepts. */
  readonly isRefused: (peerId: string) => boolean;
  /** True for an IP address whose connections are not accepted. */
  readonly isRefusedHost: (host: string) => boolean;
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
/** Maximum number of inbound connections whose encryption is still being negotiated. */
const MAXIMUM_OPENING = 20;

/** Creates a libp2p node with TCP, Noise, Yamux, identify, ping and gossipsub, not started yet. */
export async function createHost(options: HostOptions): Promise<Host> {
  const { privateKey, names, host, port, limits } = options;
  const family = isIP(host) === 6 ? 'ip6' : isIP(host) === 4 ? 'ip4' : 'dns4';
  const created: Host = await createLibp2p({
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
      // `excessConnection` decides which one to close when there are too many, after a new one has opened.
      maxConnections: limits.maximumInbound + MAXIMUM_OUTBOUND + MAXIMUM_OPENING,
      inboundConnectionThreshold: 20,
      maxIncomingPendingConnections: MAXIMUM_OPENING,
      reconnectRetries: 0,
    },
    connectionGater: {
      denyInboundConnection: ({ remoteAddr }) => {
        const remoteHost = hostOf(remoteAddr);
        const neighbours = inboundOf(created.getConnections(), networkOf(remoteHost));
        return options.isRefusedHost(remoteHost) || neighbours.length >= inboundLimit(remoteHost, limits);
      },
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
  return created;
}

function inboundLimit(host: string, limits: PeerLimits): number {
  return scopeOf(host) === 'public' ? limits.inboundPerNetwork : limits.inboundPerLocalNetwork;
}

/** The open inbound connections, of one network (`networkOf`) if it is given. */
function inboundOf(connections: readonly Connection[], network?: string): Connection[] {
  return connections.filter(
    ({ direction, status, remoteAddr }) =>
      direction === 'inbound' &&
      status === 'open' &&
      (network === undefined || networkOf(hostOf(remoteAddr)) === network),
  );
}

/**
 * The connection to close after a new inbound one has opened. Each network has a limit; above the limit of all, the newest one of the
 * network with the most connections makes room, so that an attacker with many keys in few networks displaces only its own.
 * @returns `undefined` if there is room
 */
export function excessConnection(
  newcomer: Connection,
  all: readonly Connection[],
  limits: PeerLimits,
): Connection | undefined {
  if (newcomer.direction !== 'inbound') return undefined;
  const host = hostOf(newcomer.remoteAddr);
  const inbound = inboundOf(all);
  const networks = Map.groupBy(inbound, ({ remoteAddr }) => networkOf(hostOf(remoteAddr)));
  const own = networks.get(networkOf(host))?.length ?? 0;
  if (own > inboundLimit(host, limits)) return newcomer;
  if (inbound.length <= limits.maximumInbound) return undefined;
  const [largest] = [...networks.values()].sort((a, b) => b.length - a.length);
  if (largest === undefined || largest.length <= own) return newcomer;
  return largest.sort((a, b) => b.timeline.open - a.timeline.open)[0];
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
    doPX: false,
    seenTTL: SEEN_MS,
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

const LISTEN_CODES = /\b(EADDRINUSE|EACCES|EADDRNOTAVAIL|ENOTFOUND|EAI_AGAIN)\b/;

/**
 * Starts listening.
 * @throws Error with the system's `code` when the address cannot be used (libp2p has the code only in its message); any
 * other error of libp2p
 */
export async function startHost(host: Pick<PeerHost, 'start'>): Promise<void> {
  try {
    await host.start();
  } catch (error) {
    const { message } = error as Error;
    const [code] = LISTEN_CODES.exec(message) ?? [];
    throw code === undefined ? error : Object.assign(new Error(code, { cause: error }), { code });
  }
}

/**
 * Reads the node's identity in the peer network, an Ed25519 key whose seed is written in `<data-dir>/peer.key` as 64 hex
 * digits, and creates it if absent. The file follows the rules of the RPC's token (PROTOCOL.md section 6).
 * @throws NodeError if the file cannot be created or read, or is not a key that only this user can read; it is never changed
 */
export async function readOrCreatePeerKey(path: string): Promise<PrivateKey> {
  const fail = (problem: string, cause?: Error): never => {
    throw new NodeError(`cannot use the peer key ${path}: ${problem}`, { cause });
  };
  const seed = await readOrCreateTokenFile(path).catch((error: unknown) => {
    if (error instanceof TokenFileError) return fail(error.problem, error);
    throw error;
  });
  if (!/^[0-9a-f]{64}$/.test(seed)) fail('it does not contain 64 hex digits');
  return generateKeyPairFromSeed('Ed25519', hexToBytes(seed));
}
