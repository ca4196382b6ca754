import { readFile, rename, stat, writeFile } from 'node:fs/promises';
import type { Logger } from 'pino';
import { z } from 'zod';
import { canonicalHost, networkOf, scopeOf } from './ip-networks.ts';

/** IP address and port on which a node may accept connections. */
export interface PeerAddress {
  /** An IP address in its canonical form (`canonicalHost`). */
  readonly host: string;
  /** 1,024–65,535: no peer can make this node connect to mail, web or shell servers. */
  readonly port: number;
}

/** An address with its history. Times are Unix milliseconds; 0 for never. */
export interface KnownAddress extends PeerAddress {
  /** When this node last reached a peer there. */
  readonly reachedAt: number;
  /** Failed attempts since then. */
  readonly failures: number;
  /** When it was last dialed. Not saved. */
  readonly triedAt: number;
}

export const ADDRESS_LIMITS = {
  total: 2_000,
  /** Addresses of one public IPv4 /24 or IPv6 /48. */
  perNetwork: 16,
  perLocalNetwork: 256,
  /** An address that was never reached is deleted after this many failures, another one only makes room for others. */
  failures: 3,
  /** Days for which a reached address is shared with peers. */
  sharedDays: 3,
} as const;

const LOWEST_PORT = 1_024;
const DAY_MS = 86_400_000;
const LONGEST_PAUSE_MS = 2 * 3_600_000;
const MAXIMUM_FILE_SIZE = 1_024 * 1_024;

const FILE = z.object({
  addresses: z
    .array(
      z.object({
        host: z.string().max(45),
        port: z.int().min(LOWEST_PORT).max(65_535),
        reachedAt: z.int().min(0),
        failures: z.int().min(0),
      }),
    )
    .max(ADDRESS_LIMITS.total),
});

/** The multiaddr to dial: `/ip4/203.0.113.5/tcp/18445`. */
export function multiaddrOf({ host, port }: PeerAddress): string {
  return `/ip${host.includes(':') ? 6 : 4}/${host}/tcp/${port}`;
}

/**
 * True if this address may be shared with a peer, or taken from it: public addresses with every peer, private ones with peers in
 * a private network, loopback ones with peers on the same machine.
 * @param peer IP address of the peer
 */
export function mayShare({ host }: PeerAddress, peer: string): boolean {
  const order = ['special', 'public', 'private', 'loopback'];
  const scope = scopeOf(host);
  return scope === 'public' || order.indexOf(scopeOf(peer)) >= order.indexOf(scope);
}

interface KnownAddressesOptions {
  /** `<data-dir>/peers.json` */
  readonly file: string;
  /** Whether loopback and private addresses are kept. */
  readonly keepsLocal: boolean;
  /** Unix milliseconds. */
  readonly clock: () => number;
  /** Milliseconds between two attempts to dial an address; doubled after each failure, up to two hours. */
  readonly pauseMs: number;
  readonly logger: Logger;
}

/**
 * The addresses of nodes that this node knows, in memory and on disk: at most 2,000, few of one network. One that was reached
 * never makes room for one that was not, so that a peer that sends junk displaces only junk.
 */
export class KnownAddresses {
  readonly #options: KnownAddressesOptions;
  readonly #addresses = new Map<string, KnownAddress>();
  #isChanged = false;
  #saving = Promise.resolve();

  constructor(options: KnownAddressesOptions) {
    this.#options = options;
  }

  /** Reads the file. One that cannot be used is logged and replaced at the next save: peers send addresses again. */
  async load(): Promise<void> {
    const { file, clock, logger } = this.#options;
    try {
      const { size, ...stats } = await stat(file).then((found) => ({
        size: found.size,
        isFile: found.isFile(),
      }));
      if (!stats.isFile || size > MAXIMUM_FILE_SIZE) throw new Error('it is not a file of at most 1 MiB');
      const { addresses } = FILE.parse(JSON.parse(await readFile(file, 'utf8')));
      for (const { host, port, reachedAt, failures } of addresses) {
        this.#put({ host, port, reachedAt: Math.min(reachedAt, clock()), failures, triedAt: 0 });
      }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
      const reason = error instanceof z.ZodError ? 'it is not a list of addresses' : (error as Error).message;
      logger.warn(`Cannot use the known addresses in ${file}: ${reason}. Peers are searched for anew.`);
    }
  }

  get size(): number {
    return this.#addresses.size;
  }

  reachedCount(): number {
    return [...this.#addresses.values()].filter(({ reachedAt }) => reachedAt > 0).length;
  }

  /** Adds an address that a peer sent; a known one stays unchanged. */
  add({ host, port }: PeerAddress): void {
    if (this.#addresses.has(multiaddrOf({ host, port }))) return;
    this.#put({ host, port, reachedAt: 0, failures: 0, triedAt: 0 });
  }

  /** Records that this node reached a peer at the address. */
  markReached({ host, port }: PeerAddress): void {
    const now = this.#options.clock();
    this.#put({ host, port, reachedAt: now, failures: 0, triedAt: now });
  }

  /**
   * Records a failed attempt.
   * @param counts false while this node may be offline itself
   */
  markFailed(address: PeerAddress, counts: boolean): void {
    const key = multiaddrOf(address);
    const known = this.#addresses.get(key);
    if (known === undefined) return;
    const failures = known.failures + (counts ? 1 : 0);
    if (known.reachedAt === 0 && failures >= ADDRESS_LIMITS.failures) this.#addresses.delete(key);
    else this.#addresses.set(key, { ...known, failures, triedAt: this.#options.clock() });
    this.#isChanged = true;
  }

  /** A random due address of a random network: one with many addresses is not dialed more often. */
  pick(isWanted: (address: KnownAddress) => boolean): KnownAddress | undefined {
    const now = this.#options.clock();
    const due = [...this.#addresses.values()].filter(
      (address) => this.#isDue(address, now) && isWanted(address),
    );
    const networks = [...Map.groupBy(due, ({ host }) => networkOf(host)).values()];
    return randomOf(randomOf(networks) ?? []);
  }

  /** Recently reached addresses for a peer, of as many networks as possible. @param listener IP address of the peer */
  sample(count: number, listener: string): PeerAddress[] {
    const since = this.#options.clock() - ADDRESS_LIMITS.sharedDays * DAY_MS;
    const shared = [...this.#addresses.values()].filter(
      (address) =>
        address.failures === 0 && address.reachedAt >= Math.max(1, since) && mayShare(address, listener),
    );
    const ranked = [...Map.groupBy(shared, ({ host }) => networkOf(host)).values()].flatMap((network) =>
      shuffled(network).map((address, round) => ({ address, rank: round + Math.random() })),
    );
    return ranked
      .sort((a, b) => a.rank - b.rank)
      .slice(0, count)
      .map(({ address: { host, port } }) => ({ host, port }));
  }

  /** Writes the file if something changed, so that a crash leaves the old one or the new one. */
  save(): Promise<void> {
    if (!this.#isChanged) return this.#saving;
    this.#isChanged = false;
    const { file, logger } = this.#options;
    const lines = [...this.#addresses.values()].map(({ host, port, reachedAt, failures }) =>
      JSON.stringify({ host, port, reachedAt, failures }),
    );
    const text = `{ "addresses": [\n${lines.join(',\n')}\n] }\n`;
    this.#saving = this.#saving
      .then(() => writeFile(`${file}.new`, text, { mode: 0o600 }))
      .then(() => rename(`${file}.new`, file))
      .catch((error: Error) => logger.warn(`Cannot write the known addresses to ${file}: ${error.message}`));
    return this.#saving;
  }

  #put(address: KnownAddress): void {
    const key = multiaddrOf(address);
    if (!this.#isPermitted(address) || !(this.#addresses.has(key) || this.#makeRoom(address))) return;
    this.#addresses.set(key, address);
    this.#isChanged = true;
  }

  #isPermitted({ host, port }: PeerAddress): boolean {
    if (host !== canonicalHost(host) || port < LOWEST_PORT) return false;
    const scope = scopeOf(host);
    return scope === 'public' || (scope !== 'special' && this.#options.keepsLocal);
  }

  /** @returns false if there is no room for the address */
  #makeRoom({ host, reachedAt }: KnownAddress): boolean {
    const network = networkOf(host);
    const all = [...this.#addresses.values()];
    const neighbours = all.filter((other) => networkOf(other.host) === network);
    const { perNetwork, perLocalNetwork, total } = ADDRESS_LIMITS;
    const isNetworkFull = neighbours.length >= (scopeOf(host) === 'public' ? perNetwork : perLocalNetwork);
    if (!isNetworkFull && all.length < total) return true;
    // The one with the most failures, and of these a random one.
    const [worst] = shuffled(isNetworkFull ? neighbours : all)
      .filter((other) => other.reachedAt === 0 || (reachedAt > 0 && other.failures > 0))
      .sort((a, b) => b.failures - a.failures);
    if (worst !== undefined) this.#addresses.delete(multiaddrOf(worst));
    return worst !== undefined;
  }

  #isDue({ triedAt, failures }: KnownAddress, now: number): boolean {
    const pause = Math.min(this.#options.pauseMs * 2 ** Math.max(0, failures - 1), LONGEST_PAUSE_MS);
    return triedAt === 0 || now - triedAt >= pause || now < triedAt;
  }
}

function randomOf<Item>(items: readonly Item[]): Item | undefined {
  return items[Math.floor(Math.random() * items.length)];
}

function shuffled<Item>(items: readonly Item[]): Item[] {
  return items
    .map((item) => ({ item, rank: Math.random() }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ item }) => item);
}
