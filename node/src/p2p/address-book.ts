import { isIP } from 'node:net';
import { canonicalHost, groupOf, kindOf } from './address-group.ts';

/** IP address and port on which a node may accept connections. */
export interface PeerAddress {
  /** An IP address in its canonical form (`canonicalHost`). */
  readonly host: string;
  /** 1,024–65,535. */
  readonly port: number;
}

/** An address with its history. Times are Unix milliseconds. */
export interface AddressEntry extends PeerAddress {
  /** Network of the address (`groupOf`). */
  readonly group: string;
  /** Network of the peer that sent it first; its own network if the node sent its own address. */
  readonly toldBy: string;
  /** When a peer first sent it, or this node first reached it. */
  readonly heardAt: number;
  /** When this node last connected to it and completed the handshake; `undefined` for never. */
  readonly provenAt: number | undefined;
  /** Failed attempts since then. */
  readonly failures: number;
  /** When it was last dialed; 0 for never. Not saved. */
  readonly triedAt: number;
}

/** Limits of the book; they keep the file below 1 MiB. */
export const ADDRESS_LIMITS = {
  total: 4_096,
  /** Addresses of one public IPv4 /24 or IPv6 /48. */
  perGroup: 16,
  /** Addresses of one loopback or private network, if `keepsLocal`. */
  perLocalGroup: 256,
  /** Unproven addresses learned from peers of one network. */
  perSource: 128,
  /** An address that was never proven is deleted after this many failures. */
  failuresOfUnproven: 3,
  /** A proven address is deleted once it has failed this often and was last proven more than `provenDays` ago. */
  failuresOfProven: 10,
  provenDays: 7,
  /** Days for which a proven address is shared with peers. */
  sharedDays: 3,
} as const;

/** Reserved ports are excluded, so that no peer can make this node connect to mail, web or shell servers. */
const LOWEST_PORT = 1_024;
const HIGHEST_PORT = 65_535;
const DAY_MS = 86_400_000;
const LONGEST_PAUSE_MS = 2 * 3_600_000;

export interface AddressBookOptions {
  /** Whether loopback and private addresses are kept. */
  readonly keepsLocal: boolean;
  /** Unix milliseconds. */
  readonly clock: () => number;
  /** Milliseconds between two attempts to dial an address; doubled after each failure, up to two hours. */
  readonly pauseMs: number;
  /** Returns a number from 0 up to, but not including, 1; `Math.random` by default. */
  readonly random?: () => number;
  /** Entries saved by an earlier run. */
  readonly entries?: readonly AddressEntry[];
}

/** The multiaddr to dial: `/ip4/203.0.113.5/tcp/18445`. */
export function multiaddrOf({ host, port }: PeerAddress): string {
  return `/ip${host.includes(':') ? 6 : 4}/${host}/tcp/${port}`;
}

/**
 * Addresses of nodes, learned from peers: proven ones, which this node has reached itself, and unproven ones.
 *
 * Keys and addresses cost an attacker nothing, networks do. An address therefore counts against its own network and, until
 * it is proven, against the network of the peer that sent it. An unproven address replaces a proven one only if that has
 * failed ten times, and an unproven one without failures only if the sender's network has too many or the book is full.
 */
export class AddressBook {
  readonly #options: AddressBookOptions;
  readonly #entries = new Map<string, AddressEntry>();
  /** Keys of the entries of each network, and of the unproven entries that peers of each network sent. */
  readonly #groups = new Map<string, Set<string>>();
  readonly #sources = new Map<string, Set<string>>();
  /** Increases with every change that has to be saved. */
  changes = 0;

  constructor(options: AddressBookOptions) {
    this.#options = options;
    for (const entry of options.entries ?? []) {
      if (this.isPermitted(entry)) this.#set(entry);
    }
  }

  get size(): number {
    return this.#entries.size;
  }

  entries(): readonly AddressEntry[] {
    return [...this.#entries.values()];
  }

  /** Number of addresses that this node has reached itself. */
  provenCount(): number {
    return this.entries().filter(isProven).length;
  }

  /** True for an address that may be kept: a routable IP address in canonical form, with an unreserved port. */
  isPermitted({ host, port }: PeerAddress): boolean {
    if (isIP(host) === 0 || host !== canonicalHost(host)) return false;
    if (!Number.isInteger(port) || port < LOWEST_PORT || port > HIGHEST_PORT) return false;
    const kind = kindOf(host);
    return kind === 'public' || (kind !== 'special' && this.#options.keepsLocal);
  }

  /**
   * Adds an address that a peer sent; a known address stays unchanged.
   * @param toldBy network of that peer (`groupOf`)
   * @returns false if the book does not contain the address afterwards
   */
  learn({ host, port }: PeerAddress, toldBy: string): boolean {
    const address = { host, port };
    if (!this.isPermitted(address)) return false;
    if (this.#entries.has(multiaddrOf(address))) return true;
    const entry = {
      ...address,
      group: groupOf(host),
      toldBy,
      heardAt: this.#options.clock(),
      provenAt: undefined,
      failures: 0,
      triedAt: 0,
    };
    return this.#add(entry, (other) => other.failures > 0);
  }

  /** Records that this node reached a peer at the address. */
  prove({ host, port }: PeerAddress): void {
    const address = { host, port };
    if (!this.isPermitted(address)) return;
    const now = this.#options.clock();
    const known = this.#entries.get(multiaddrOf(address));
    const group = groupOf(host);
    const { toldBy, heardAt } = known ?? { toldBy: group, heardAt: now };
    const proven = { ...address, group, toldBy, heardAt, provenAt: now, failures: 0, triedAt: now };
    if (known === undefined) this.#add(proven, () => true);
    else this.#set(proven);
  }

  /**
   * Records a failed attempt to dial the address.
   * @param counts false while this node may be offline itself, so that the failure says nothing about the address
   */
  fail(address: PeerAddress, counts: boolean): void {
    const key = multiaddrOf(address);
    const known = this.#entries.get(key);
    if (known === undefined) return;
    const now = this.#options.clock();
    const failed = { ...known, triedAt: now, failures: known.failures + (counts ? 1 : 0) };
    if (isExpired(failed, now)) this.#delete(key);
    else this.#set(failed);
  }

  /**
   * Picks an address to dial: a random network, then a random address in it. A network with many addresses is thus not
   * dialed more often.
   * @param isWanted an additional condition
   */
  pick(isWanted: (entry: AddressEntry) => boolean): AddressEntry | undefined {
    const now = this.#options.clock();
    const { pauseMs } = this.#options;
    const due = this.entries().filter((entry) => isDue(entry, now, pauseMs) && isWanted(entry));
    const groups = [...Map.groupBy(due, ({ group }) => group).values()];
    const group = this.#pickRandom(groups);
    return group && this.#pickRandom(group);
  }

  /**
   * Addresses to share with a peer: proven recently, from as many networks as possible.
   * @param listener IP address of that peer; addresses that it could not reach are left out
   */
  sample(count: number, listener: string): PeerAddress[] {
    const since = this.#options.clock() - ADDRESS_LIMITS.sharedDays * DAY_MS;
    const known = this.entries().filter(
      ({ host, port, provenAt, failures }) =>
        failures === 0 && (provenAt ?? 0) >= since && mayShare({ host, port }, listener),
    );
    const groups = [...Map.groupBy(known, ({ group }) => group).values()].map((group) =>
      this.#shuffled(group),
    );
    const rounds = Math.max(0, ...groups.map(({ length }) => length));
    // Each round has one address of every network that has one left.
    const addressesOfRounds = Array.from({ length: rounds }, (_, round) =>
      this.#shuffled(groups.flatMap((group) => group.slice(round, round + 1))),
    );
    return addressesOfRounds
      .flat()
      .slice(0, count)
      .map(({ host, port }) => ({ host, port }));
  }

  /** @param isReplaceable true for an unproven entry of the same network that may be replaced */
  #add(entry: AddressEntry, isReplaceable: (entry: AddressEntry) => boolean): boolean {
    const isLocal = kindOf(entry.host) !== 'public';
    const neighbours = this.#groups.get(entry.group)?.size ?? 0;
    if (neighbours >= (isLocal ? ADDRESS_LIMITS.perLocalGroup : ADDRESS_LIMITS.perGroup)) {
      const all = this.#entriesOf(this.#groups.get(entry.group));
      return this.#replace(
        all.filter((other) => isUnreachable(other) || (!isProven(other) && isReplaceable(other))),
        entry,
      );
    }
    const fromSource = this.#sources.get(entry.toldBy);
    if (!isProven(entry) && (fromSource?.size ?? 0) >= ADDRESS_LIMITS.perSource)
      return this.#replace(this.#entriesOf(fromSource), entry);
    if (this.size < ADDRESS_LIMITS.total) {
      this.#set(entry);
      return true;
    }
    const [largestSource] = [...this.#sources.values()].toSorted((a, b) => b.size - a.size);
    return this.#replace(
      largestSource === undefined ? this.entries().filter(isUnreachable) : this.#entriesOf(largestSource),
      entry,
    );
  }

  #entriesOf(keys: ReadonlySet<string> = new Set()): AddressEntry[] {
    return [...keys].map((key) => this.#entries.get(key)!);
  }

  /** Replaces the candidate with the most failures, and of these the oldest. */
  #replace(candidates: readonly AddressEntry[], entry: AddressEntry): boolean {
    const [worst] = candidates.toSorted((a, b) => b.failures - a.failures || a.heardAt - b.heardAt);
    if (worst === undefined) return false;
    this.#delete(multiaddrOf(worst));
    this.#set(entry);
    return true;
  }

  #set(entry: AddressEntry): void {
    const key = multiaddrOf(entry);
    this.#delete(key);
    this.#entries.set(key, entry);
    addTo(this.#groups, entry.group, key);
    if (!isProven(entry)) addTo(this.#sources, entry.toldBy, key);
    this.changes += 1;
  }

  #delete(key: string): void {
    const entry = this.#entries.get(key);
    if (entry === undefined) return;
    this.#entries.delete(key);
    removeFrom(this.#groups, entry.group, key);
    removeFrom(this.#sources, entry.toldBy, key);
    this.changes += 1;
  }

  #pickRandom<Item>(items: readonly Item[]): Item | undefined {
    return items[Math.floor(this.#random() * items.length)];
  }

  #shuffled<Item>(items: readonly Item[]): Item[] {
    return items
      .map((item) => ({ item, rank: this.#random() }))
      .toSorted((a, b) => a.rank - b.rank)
      .map(({ item }) => item);
  }

  #random(): number {
    return (this.#options.random ?? Math.random)();
  }
}

/**
 * True if this address may be shared with a peer, or accepted from it: public addresses with every peer, private ones with
 * peers in a private network, loopback ones with peers on the same machine.
 * @param peer IP address of the peer
 */
export function mayShare({ host }: PeerAddress, peer: string): boolean {
  const order = ['special', 'public', 'private', 'loopback'];
  const kind = kindOf(host);
  return kind === 'public' || order.indexOf(kindOf(peer)) >= order.indexOf(kind);
}

export function isProven({ provenAt }: AddressEntry): boolean {
  return provenAt !== undefined;
}

/** True for a proven address that keeps failing: any other address may replace it. */
function isUnreachable(entry: AddressEntry): boolean {
  return isProven(entry) && entry.failures >= ADDRESS_LIMITS.failuresOfProven;
}

function isExpired(entry: AddressEntry, now: number): boolean {
  const { provenAt, failures } = entry;
  if (provenAt === undefined) return failures >= ADDRESS_LIMITS.failuresOfUnproven;
  return isUnreachable(entry) && now - provenAt > ADDRESS_LIMITS.provenDays * DAY_MS;
}

function isDue({ triedAt, failures }: AddressEntry, now: number, firstPause: number): boolean {
  const pause = Math.min(firstPause * 2 ** Math.max(0, failures - 1), LONGEST_PAUSE_MS);
  return triedAt === 0 || now - triedAt >= pause || now < triedAt;
}

function addTo(index: Map<string, Set<string>>, name: string, key: string): void {
  const keys = index.get(name) ?? new Set();
  index.set(name, keys.add(key));
}

function removeFrom(index: Map<string, Set<string>>, name: string, key: string): void {
  const keys = index.get(name);
  if (keys?.delete(key) && keys.size === 0) index.delete(name);
}
