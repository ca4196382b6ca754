import { readFile, rename, stat, writeFile } from 'node:fs/promises';
import type { Logger } from 'pino';
import { z } from 'zod';
import {
  canonicalHost,
  mayShare,
  multiaddrOf,
  networkOf,
  type PeerAddress,
  scopeOf,
} from './ip-addresses.ts';

/** An address with its history. Times are Unix milliseconds; 0 for never. */
export interface KnownAddress extends PeerAddress {
  /** When this node last reached a peer there. */
  readonly reachedAt: number;
  // Not saved:
  /** When a peer at this IP address last said that it listens there. */
  readonly announcedAt: number;
  /** Attempts to reach it, and the last of them, since it was last reached. */
  readonly attempts: number;
  readonly triedAt: number;
  /** The peer that answered there. */
  readonly peerId: string | undefined;
}

export const ADDRESS_LIMITS = {
  total: 2_000,
  /** Addresses of one public IPv4 /24 or IPv6 /48. */
  perNetwork: 16,
  perLocalNetwork: 256,
} as const;

/** No peer can make this node connect to mail, web or shell servers. */
const LOWEST_PORT = 1_024;
/** How long an address that was reached or announced is shared with peers. */
const SHARED_MS = 3 * 86_400_000;
const LONGEST_PAUSE_MS = 2 * 3_600_000;
const MAXIMUM_FILE_SIZE = 1_024 * 1_024;

const ENTRY = z.object({
  host: z.string().max(45),
  port: z.int().min(LOWEST_PORT).max(65_535),
  reachedAt: z.int().min(0),
});
const FILE = z.object({ addresses: z.array(ENTRY).max(ADDRESS_LIMITS.total) });

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
      const found = await stat(file);
      if (!found.isFile() || found.size > MAXIMUM_FILE_SIZE)
        throw new Error('it is not a file of at most 1 MiB');
      const { addresses } = FILE.parse(JSON.parse(await readFile(file, 'utf8')));
      for (const { reachedAt, ...address } of addresses)
        this.#put(address, { reachedAt: Math.min(reachedAt, clock()) });
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
  add(address: PeerAddress): void {
    this.#put(address, {});
  }

  /** Records that a peer listens on this port of its own IP address, as it says. */
  announced(address: PeerAddress): void {
    this.#put(address, { announcedAt: this.#options.clock() });
  }

  /** Records that this node reached a peer at the address. */
  reached(address: PeerAddress, peerId: string): void {
    this.#put(address, { reachedAt: this.#options.clock(), attempts: 0, triedAt: 0, peerId });
  }

  /** Records an attempt to reach the address. */
  tried(address: PeerAddress): void {
    const known = this.#addresses.get(multiaddrOf(address));
    if (known !== undefined)
      this.#put(address, { attempts: known.attempts + 1, triedAt: this.#options.clock() });
  }

  /** Records that nobody answers there: an address that was never reached is forgotten. */
  failed(address: PeerAddress): void {
    const key = multiaddrOf(address);
    if (this.#addresses.get(key)?.reachedAt === 0) this.#addresses.delete(key);
  }

  /** The addresses that may be dialed now, in random order. */
  due(): KnownAddress[] {
    const now = this.#options.clock();
    const isDue = ({ attempts, triedAt }: KnownAddress): boolean => {
      const pause = Math.min(this.#options.pauseMs * 2 ** (attempts - 1), LONGEST_PAUSE_MS);
      return attempts === 0 || now - triedAt >= pause || now < triedAt;
    };
    return shuffled([...this.#addresses.values()].filter(isDue));
  }

  /** Random addresses for a peer, which this node reached, or whose peers announced them, in the last days. @param listener its IP address */
  sample(count: number, listener: string): PeerAddress[] {
    const since = Math.max(1, this.#options.clock() - SHARED_MS);
    const shared = [...this.#addresses.values()].filter(
      (address) =>
        address.attempts === 0 &&
        Math.max(address.reachedAt, address.announcedAt) >= since &&
        mayShare(address, listener),
    );
    return shuffled(shared).slice(0, count);
  }

  /** Writes the file if something changed, so that a crash leaves the old one or the new one. */
  save(): Promise<void> {
    if (!this.#isChanged) return this.#saving;
    this.#isChanged = false;
    const { file, logger } = this.#options;
    const lines = [...this.#addresses.values()].map(({ host, port, reachedAt }) =>
      JSON.stringify({ host, port, reachedAt }),
    );
    const text = `{ "addresses": [\n${lines.join(',\n')}\n] }\n`;
    this.#saving = this.#saving
      .then(() => writeFile(`${file}.new`, text, { mode: 0o600 }))
      .then(() => rename(`${file}.new`, file))
      .catch((error: Error) => logger.warn(`Cannot write the known addresses to ${file}: ${error.message}`));
    return this.#saving;
  }

  #put({ host, port }: PeerAddress, changes: Partial<KnownAddress>): void {
    const key = multiaddrOf({ host, port });
    const known = this.#addresses.get(key);
    if (known === undefined && !(this.#isPermitted({ host, port }) && this.#makeRoom(host, changes))) return;
    const fresh = { host, port, reachedAt: 0, announcedAt: 0, attempts: 0, triedAt: 0, peerId: undefined };
    this.#addresses.set(key, { ...(known ?? fresh), ...changes });
    this.#isChanged = true;
  }

  #isPermitted({ host, port }: PeerAddress): boolean {
    if (host !== canonicalHost(host) || port < LOWEST_PORT) return false;
    const scope = scopeOf(host);
    return scope === 'public' || (scope !== 'special' && this.#options.keepsLocal);
  }

  /** @returns false if there is no room for an address */
  #makeRoom(host: string, { reachedAt = 0 }: Partial<KnownAddress>): boolean {
    const { perNetwork, perLocalNetwork, total } = ADDRESS_LIMITS;
    const all = [...this.#addresses.values()];
    const neighbours = all.filter((other) => networkOf(other.host) === networkOf(host));
    const isNetworkFull = neighbours.length >= (scopeOf(host) === 'public' ? perNetwork : perLocalNetwork);
    if (!isNetworkFull && all.length < total) return true;
    const crowd = isNetworkFull ? neighbours : all;
    const worst =
      crowd.find((other) => other.reachedAt === 0) ??
      (reachedAt > 0 ? crowd.find(({ attempts }) => attempts > 0) : undefined);
    if (worst !== undefined) this.#addresses.delete(multiaddrOf(worst));
    return worst !== undefined;
  }
}

function shuffled<Item>(items: readonly Item[]): Item[] {
  return items
    .map((item) => ({ item, rank: Math.random() }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ item }) => item);
}
