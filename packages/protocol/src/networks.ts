/** Maximum size of a block in bytes, on every network: 8 MiB. */
export const MAX_BLOCK_SIZE = 8 * 1024 * 1024;
/** Names of the networks (PROTOCOL.md section 1). */
export type NetworkName = 'mainnet' | 'testnet' | 'devnet';

/** The fixed parameters of one network (PROTOCOL.md section 1). */
export interface Network {
  readonly name: NetworkName;
  /** First byte of each transaction. */
  readonly chainId: number;
  /**
   * Magic bytes: four, as 8 hex characters. Each record of a block file begins with them, and the peer protocols' names
   * contain them.
   */
  readonly magic: string;
  /** Base58Check version byte of its addresses. */
  readonly addressVersion: number;
  /** First character of each address. */
  readonly addressPrefix: string;
  readonly ports: {
    readonly explorer: number;
    readonly rpc: number;
    readonly p2p: number;
    readonly gateway: number;
  };
  /** Compact bits of the easiest target; `undefined` for a network that cannot be initialized. */
  readonly proofOfWorkLimitBits: number | undefined;
  readonly blockSpacingSeconds: number;
  readonly retarget: 'asert' | 'constant' | undefined;
  readonly asertHalfLifeSeconds: number;
  /** Unix seconds of the genesis block. */
  readonly genesisTime: number;
  /** True if a chain of this network can be initialized in this version. */
  readonly initializable: boolean;
  /** Of a fork (`forkOf`): height of the newest block that is the public chain's. */
  readonly forkHeight?: number;
}

const COMMON = { blockSpacingSeconds: 60, asertHalfLifeSeconds: 3_600, genesisTime: 1_767_225_600 } as const;

export const NETWORKS: Readonly<Record<NetworkName, Network>> = {
  mainnet: {
    ...COMMON,
    name: 'mainnet',
    chainId: 1,
    magic: 'ca19e001',
    addressVersion: 28,
    addressPrefix: 'C',
    ports: { explorer: 8_000, rpc: 8_444, p2p: 8_445, gateway: 8_080 },
    proofOfWorkLimitBits: undefined,
    retarget: undefined,
    initializable: false,
  },
  testnet: {
    ...COMMON,
    name: 'testnet',
    chainId: 2,
    magic: 'ca19e002',
    addressVersion: 65,
    addressPrefix: 'T',
    ports: { explorer: 18_000, rpc: 18_444, p2p: 18_445, gateway: 18_080 },
    proofOfWorkLimitBits: 0x1e0fffff,
    retarget: 'asert',
    initializable: true,
  },
  devnet: {
    ...COMMON,
    name: 'devnet',
    chainId: 3,
    magic: 'ca19e003',
    addressVersion: 90,
    addressPrefix: 'd',
    ports: { explorer: 28_000, rpc: 28_444, p2p: 28_445, gateway: 28_080 },
    proofOfWorkLimitBits: 0x207fffff,
    retarget: 'constant',
    initializable: true,
  },
};

/**
 * A devnet that continues a copy of a network's chain: up to a height all rules are the network's, and above it blocks have the
 * difficulty of devnet. It is no network of its own: its transfers are valid on the other chain too, and it has no peers.
 * @param height of the newest block of the copy
 */
export function forkOf(network: Network, height: number): Network {
  return { ...network, ports: NETWORKS.devnet.ports, forkHeight: height };
}

/** The network's name; of a fork with its height, such as `testnet fork 1234`. */
export function titleOfNetwork({ name, forkHeight }: Network): string {
  return forkHeight === undefined ? name : `${name} fork ${forkHeight}`;
}

/** The network of such a title; `undefined` for another text. */
export function findNetworkByTitle(title: string): Network | undefined {
  const [, name = '', height] = /^(\w+)(?: fork (\d+))?$/.exec(title) ?? [];
  if (!isNetworkName(name)) return undefined;
  return height === undefined ? getNetwork(name) : forkOf(getNetwork(name), Number(height));
}

/** True for a chain that its owner may do anything with: devnet, and forks. */
export function isOwnersChain({ name, forkHeight }: Network): boolean {
  return name === 'devnet' || forkHeight !== undefined;
}

/** Compact bits of the easiest target that a block of the network can have. */
export function easiestBits({ proofOfWorkLimitBits, forkHeight }: Network): number | undefined {
  return forkHeight === undefined ? proofOfWorkLimitBits : NETWORKS.devnet.proofOfWorkLimitBits;
}

export const NETWORK_NAMES: readonly NetworkName[] = ['mainnet', 'testnet', 'devnet'];

/** True for the name of one of the three networks. */
export function isNetworkName(text: string): text is NetworkName {
  return (NETWORK_NAMES as readonly string[]).includes(text);
}

/** The parameters of a network. */
export function getNetwork(name: NetworkName): Network {
  return NETWORKS[name];
}

/** The network with a chain ID, the first byte of its transactions; `undefined` for an unknown one. */
export function findNetworkByChainId(chainId: number): Network | undefined {
  return NETWORK_NAMES.map(getNetwork).find((network) => network.chainId === chainId);
}
