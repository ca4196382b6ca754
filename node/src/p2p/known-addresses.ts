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

/** An address that this node dials. */
export interface Target {
  /** Multiaddr. */
  readonly address: string;
  /** Failed attempts since the last success. */
  failures: number;
  /** Next attempt, Unix milliseconds. */
  dueAt: number;
  /** The peer that last answered there. */
  peerId: string | undefined;
}

/** A learned address. Times are Unix milliseconds; 0 for never. */
export interface KnownAddress extends Target, PeerAddress {
  /** When this node last reached a peer there; the only time that is saved. */
  reachedAt: number;
  /** When a peer at this IP address last said that it listens there. */
  announcedAt: number;
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
  readonly logger: Logger;
}

/**
 * The addresses of nodes that this node has learned, in memory and on disk: at most 2,000, few of one network. One that was reached
 * never makes room for one that was not, so that a peer that sends junk displaces only junk.
 */
export class KnownAddresses {
  readonly #options: KnownAddressesOptions;
  readonly #addresses = new Map<string, KnownAddress>();
  #saved = '';
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
        this.add(address, { reachedAt: Math.min(reachedAt, clock()) });
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

  /** In random order. */
  all(): KnownAddress[] {
    return shuffled(this.#addresses.values());
  }

  /** Adds an address if it may be kept and there is room, and records what is known of it. */
  add({ host, port }: PeerAddress, facts: Partial<KnownAddress> = {}): void {
    const address = multiaddrOf({ host, port });
    const known = this.#addresses.get(address);
    if (known !== undefined) return void Object.assign(known, facts);
    if (!this.#isPermitted({ host, port }) || !this.#makeRoom(host, (facts.reachedAt ?? 0) > 0)) return;
    const history = { reachedAt: 0, announcedAt: 0, failures: 0, dueAt: 0, peerId: undefined };
    this.#addresses.set(address, { address, host, port, ...history, ...facts });
  }

  forget({ address }: Target): void {
    this.#addresses.delete(address);
  }

  /** Random addresses for a peer, which this node reached, or whose peers announced them, in the last days. @param listener its IP address */
  sample(count: number, listener: string): PeerAddress[] {
    const since = Math.max(1, this.#options.clock() - SHARED_MS);
    const isShared = (known: KnownAddress): boolean =>
      known.failures === 0 &&
      Math.max(known.reachedAt, known.announcedAt) >= since &&
      mayShare(known, listener);
    return this.all().filter(isShared).slice(0, count);
  }

  /** Writes the file if something changed, so that a crash leaves the old one or the new one. */
  save(): Promise<void> {
    this.#saving = this.#saving.then(() => this.#write());
    return this.#saving;
  }

  async #write(): Promise<void> {
    const { file, logger } = this.#options;
    const lines = [...this.#addresses.values()].map(({ host, port, reachedAt }) =>
      JSON.stringify({ host, port, reachedAt }),
    );
    const text = `{ "addresses": [\n${lines.join(',\n')}\n] }\n`;
    if (text === this.#saved) return;
    try {
      await writeFile(`${file}.new`, text, { mode: 0o600 });
      await rename(`${file}.new`, file);
      this.#saved = text;
    } catch (error) {
      logger.warn(`Cannot write the known addresses to ${file}: ${(error as Error).message}`);
    }
  }

  #isPermitted({ host, port }: PeerAddress): boolean {
    if (host !== canonicalHost(host) || port < LOWEST_PORT) return false;
    const scope = scopeOf(host);
    return scope === 'public' || (scope !== 'special' && this.#options.keepsLocal);
  }

  /** @returns false if there is no room for an address */
  #makeRoom(host: string, isReached: boolean): boolean {
    const { perNetwork, perLocalNetwork, total } = ADDRESS_LIMITS;
    const all = [...this.#addresses.values()];
    const neighbours = all.filter((other) => networkOf(other.host) === networkOf(host));
    const isNetworkFull = neighbours.length >= (scopeOf(host) === 'public' ? perNetwork : perLocalNetwork);
    if (!isNetworkFull && all.length < total) return true;
    const worst = (isNetworkFull ? neighbours : all).find(
      ({ reachedAt, failures }) => reachedAt === 0 || (isReached && failures > 0),
    );
    if (worst !== undefined) this.forget(worst);
    return worst !== undefined;
  }
}

function shuffled<Item>(items: Iterable<Item>): Item[] {
  return [...items]
    .map((item) => ({ item, rank: Math.random() }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ item }) => item);
}
