import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { z } from 'zod';
import { canonicalHost, mayShare, multiaddrOf, networkOf, type PeerAddress, scopeOf } from './addresses.ts';

/** An address that this node dials. */
export interface Target {
  /** Multiaddr. */
  readonly address: string;
  /** The longest pause between two attempts, in milliseconds. */
  readonly longestPauseMs: number;
  /** Failed attempts since a peer there last completed the handshake. */
  failures: number;
  /** Next attempt, Unix milliseconds. */
  dueAt: number;
  /** The peer that last answered there. */
  peerId: string | undefined;
}

/** A learned address. */
export interface KnownAddress extends Target, PeerAddress {
  /** Its IPv4 /24 or IPv6 /48. */
  readonly network: string;
  /** When this node last reached a peer there, or a peer at this IP address last said that it listens there; Unix milliseconds. */
  seenAt: number;
}

/** Maximum number of addresses that this node has reached, of those that it has only heard of, and of both in one public network. */
const MAX_REACHED = 1_000;
const MAX_HEARD = 1_000;
const MAX_PER_NETWORK = 16;
/** No peer can make this node connect to mail, web or shell servers. */
const LOWEST_PORT = 1_024;
/** How long an address that was reached or announced is shared with peers. */
const SHARED_MS = 3 * 86_400_000;
const LONGEST_PAUSE_MS = 2 * 3_600_000;

/** The addresses that were reached, the oldest first. */
const FILE = z.object({
  addresses: z.array(z.object({ host: z.string(), port: z.int(), reachedAt: z.int() })),
});

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
 * The addresses of nodes that this node has learned. Those that it has reached are a list of their own, which is also on disk: a peer
 * that sends junk displaces only junk.
 */
export class KnownAddresses {
  readonly #options: KnownAddressesOptions;
  readonly #reached = new LRUCache<string, KnownAddress>({ max: MAX_REACHED });
  readonly #heard = new LRUCache<string, KnownAddress>({ max: MAX_HEARD });

  /** Reads the file. One that cannot be used is logged and replaced at the next save: peers send addresses again. */
  constructor(options: KnownAddressesOptions) {
    this.#options = options;
    const { file, logger } = options;
    try {
      const { addresses } = FILE.parse(JSON.parse(readFileSync(file, 'utf8')));
      for (const { reachedAt, ...address } of addresses) this.reached(address, undefined, reachedAt);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
      const reason = error instanceof z.ZodError ? 'it is not a list of addresses' : (error as Error).message;
      logger.warn(`Cannot use the known addresses in ${file}: ${reason}. Peers are searched for anew.`);
    }
  }

  /** Number of addresses, and how many of them this node has reached. */
  counts(): { readonly known: number; readonly proven: number } {
    return { known: this.#reached.size + this.#heard.size, proven: this.#reached.size };
  }

  /** Those that were reached, then the others; each in random order. */
  all(): KnownAddress[] {
    return [...shuffled(this.#reached.values()), ...shuffled(this.#heard.values())];
  }

  /** Adds an address that a peer sent, if it may be kept. @param announcedAt when the peer there announced it; 0 for another peer's word */
  add(address: PeerAddress, announcedAt = 0): void {
    const known = this.#find(address);
    if (known !== undefined) known.seenAt = Math.max(known.seenAt, announcedAt);
    else if (this.#isPermitted(address) && !this.#isCrowded(address.host)) {
      const entry = entryOf(address, announcedAt);
      this.#heard.set(entry.address, entry);
    }
  }

  /** Records that this node has reached a peer there. */
  reached(address: PeerAddress, peerId: string | undefined, at = this.#options.clock()): void {
    if (!this.#isPermitted(address)) return;
    const known = this.#find(address) ?? entryOf(address, at);
    Object.assign(known, { failures: 0, dueAt: 0, peerId, seenAt: at });
    this.#heard.delete(known.address);
    this.#reached.set(known.address, known);
  }

  /** Forgets an address that this node has never reached. */
  forget({ address }: Target): void {
    this.#heard.delete(address);
  }

  /** Random addresses for a peer, which this node reached, or whose peers announced them, in the last days. @param listener its IP address */
  sample(count: number, listener: string): PeerAddress[] {
    const since = this.#options.clock() - SHARED_MS;
    const isShared = (known: KnownAddress): boolean =>
      known.failures === 0 && known.seenAt >= since && mayShare(known, listener);
    return shuffled(this.all()).filter(isShared).slice(0, count);
  }

  /** Writes the file, so that a crash leaves the old one or the new one. */
  save(): void {
    const { file, logger } = this.#options;
    const reached = [...this.#reached.values()].reverse();
    const addresses = reached.map(({ host, port, seenAt: reachedAt }) => ({ host, port, reachedAt }));
    try {
      writeFileSync(`${file}.new`, JSON.stringify({ addresses }), { mode: 0o600 });
      renameSync(`${file}.new`, file);
    } catch (error) {
      logger.warn(`Cannot write the known addresses to ${file}: ${(error as Error).message}`);
    }
  }

  #find(address: PeerAddress): KnownAddress | undefined {
    const key = multiaddrOf(address);
    return this.#reached.peek(key) ?? this.#heard.peek(key);
  }

  #isPermitted({ host, port }: PeerAddress): boolean {
    const scope = scopeOf(host);
    const isKept = scope === 'public' || (scope === 'local' && this.#options.keepsLocal);
    return isKept && host === canonicalHost(host) && port >= LOWEST_PORT;
  }

  #isCrowded(host: string): boolean {
    const network = networkOf(host);
    const all = [...this.#reached.values(), ...this.#heard.values()];
    const neighbours = all.filter((other) => other.network === network);
    return scopeOf(host) === 'public' && neighbours.length >= MAX_PER_NETWORK;
  }
}

/** An address that was not dialed yet. */
export function targetOf(address: string, longestPauseMs: number): Target {
  return { address, longestPauseMs, failures: 0, dueAt: 0, peerId: undefined };
}

function entryOf({ host, port }: PeerAddress, seenAt: number): KnownAddress {
  const target = targetOf(multiaddrOf({ host, port }), LONGEST_PAUSE_MS);
  return { ...target, host, port, network: networkOf(host), seenAt };
}

function shuffled<Item>(items: Iterable<Item>): Item[] {
  return [...items]
    .map((item) => ({ item, rank: Math.random() }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ item }) => item);
}
