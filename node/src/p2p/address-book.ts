import { isIP } from 'node:net';
import { canonicalHost, groupOf, kindOf } from './address-group.ts';

/** Where a node may take calls. */
export interface PeerAddress {
  /** An IP address in its canonical form (`canonicalHost`). */
  readonly host: string;
  /** 1,024–65,535. */
  readonly port: number;
}

/** An address with its history. Times are Unix milliseconds. */
export interface AddressEntry extends PeerAddress {
  /** Its network (`groupOf`). */
  readonly group: string;
  /** Network of the peer that sent it first; its own network if it sent itself. */
  readonly toldBy: string;
  readonly heardAt: number;
  /** When a connection to it last completed the handshake; `undefined` for never. */
  readonly provenAt: number | undefined;
  /** Failed attempts since then. */
  readonly failures: number;
  /** When it was last dialed; 0 for never. Not kept across restarts. */
  readonly triedAt: number;
}

/** Bounds of the book. The whole file stays below 1 MiB. */
export const ADDRESS_LIMITS = {
  /** Addresses in all. */
  total: 4_096,
  /** Of one public IPv4 /24 or IPv6 /48. */
  perGroup: 16,
  /** Of one loopback or private network, where local addresses are kept at all. */
  perLocalGroup: 256,
  /** Unproven addresses that peers of one network may have named. */
  perTeller: 128,
  /** Failures after which an address leaves that was never proven. */
  failuresOfUnproven: 3,
  /** Failures after which one leaves that was proven, once `provenDays` have passed too. */
  failuresOfProven: 10,
  provenDays: 7,
  /** Days for which a proven address is named to others. */
  namedDays: 3,
} as const;

/** No list can make this node call the mail, web or shell servers of others. */
const LOWEST_PORT = 1_024;
const HIGHEST_PORT = 65_535;
const DAY_MILLISECONDS = 86_400_000;
const LONGEST_PAUSE_MILLISECONDS = 2 * 3_600_000;

export interface AddressBookOptions {
  /** Whether loopback and private addresses are kept. */
  readonly keepsLocal: boolean;
  /** Unix milliseconds. */
  readonly clock: () => number;
  /** Milliseconds between two calls of an address; doubled with each one in vain, up to two hours. */
  readonly pause: number;
  /** At least 0, below 1; `Math.random` by default. */
  readonly random?: () => number;
  /** Entries that were kept from the run before. */
  readonly entries?: readonly AddressEntry[];
}

/** `/ip4/203.0.113.5/tcp/18445`: what libp2p calls. */
export function multiaddrOf({ host, port }: PeerAddress): string {
  return `/ip${host.includes(':') ? 6 : 4}/${host}/tcp/${port}`;
}

/**
 * Addresses of nodes, learned from peers: proven ones, which this node has reached itself, and unproven ones.
 *
 * An attacker has free keys and addresses, but few networks: an address counts against its own network and, until it is
 * proven, against the network of the peer that sent it. An unproven address never replaces a proven one, nor an unproven one
 * that has not failed yet, unless one sender's network has too many.
 */
export class AddressBook {
  readonly #options: AddressBookOptions;
  readonly #entries = new Map<string, AddressEntry>();
  /** Keys of the entries of each network, and of the unproven ones that each network sent. */
  readonly #groups = new Map<string, Set<string>>();
  readonly #tellers = new Map<string, Set<string>>();
  /** Increases with every change to be saved. */
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

  /** Addresses that this node has reached itself. */
  provenCount(): number {
    return this.entries().filter(isProven).length;
  }

  /** True for an address to keep: a routable IP address in canonical form, no reserved port. */
  isPermitted({ host, port }: PeerAddress): boolean {
    if (isIP(host) === 0 || host !== canonicalHost(host)) return false;
    if (!Number.isInteger(port) || port < LOWEST_PORT || port > HIGHEST_PORT) return false;
    const kind = kindOf(host);
    return kind === 'public' || (kind !== 'special' && this.#options.keepsLocal);
  }

  /**
   * Adds an address that a peer sent; a known one stays unchanged.
   * @param toldBy network of that peer (`groupOf`)
   * @returns false for an address that was not added
   */
  hear({ host, port }: PeerAddress, toldBy: string): boolean {
    const address = { host, port };
    if (!this.isPermitted(address)) return false;
    if (this.#entries.has(multiaddrOf(address))) return true;
    const fresh = {
      ...address,
      group: groupOf(host),
      toldBy,
      heardAt: this.#options.clock(),
      provenAt: undefined,
      failures: 0,
      triedAt: 0,
    };
    return this.#add(fresh, (entry) => entry.failures > 0);
  }

  /** Notes that a call reached a node of this network. */
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
   * Notes a call in vain.
   * @param counts false while nothing can be reached, which says nothing of this address: it is called later again
   */
  fail(address: PeerAddress, counts: boolean): void {
    const key = multiaddrOf(address);
    const known = this.#entries.get(key);
    if (known === undefined) return;
    const now = this.#options.clock();
    const failed = { ...known, triedAt: now, failures: known.failures + (counts ? 1 : 0) };
    if (isSpent(failed, now)) this.#delete(key);
    else this.#set(failed);
  }

  /**
   * One address to call, at random: first a network, then an address of it, so that many addresses of one network are not
   * called more often.
   * @param isWanted further conditions
   */
  pick(isWanted: (entry: AddressEntry) => boolean): AddressEntry | undefined {
    const now = this.#options.clock();
    const { pause } = this.#options;
    const due = this.entries().filter((entry) => isDue(entry, now, pause) && isWanted(entry));
    const groups = [...Map.groupBy(due, ({ group }) => group).values()];
    const group = this.#anyOf(groups);
    return group && this.#anyOf(group);
  }

  /**
   * Addresses to name to a peer: proven lately, of as many networks as there are.
   * @param listener IP address of that peer, which is named no address that it could not call itself
   */
  sample(count: number, listener: string): PeerAddress[] {
    const since = this.#options.clock() - ADDRESS_LIMITS.namedDays * DAY_MILLISECONDS;
    const known = this.entries().filter(
      ({ host, port, provenAt, failures }) =>
        failures === 0 && (provenAt ?? 0) >= since && mayName({ host, port }, listener),
    );
    const groups = [...Map.groupBy(known, ({ group }) => group).values()].map((group) =>
      this.#shuffled(group),
    );
    const rounds = Math.max(0, ...groups.map(({ length }) => length));
    const inTurns = Array.from({ length: rounds }, (_, round) =>
      this.#shuffled(groups.flatMap((group) => group.slice(round, round + 1))),
    );
    return inTurns
      .flat()
      .slice(0, count)
      .map(({ host, port }) => ({ host, port }));
  }

  /** @param yields true for an unproven entry of the same network that may make room */
  #add(entry: AddressEntry, yields: (entry: AddressEntry) => boolean): boolean {
    const isLocal = kindOf(entry.host) !== 'public';
    const neighbours = this.#groups.get(entry.group)?.size ?? 0;
    if (neighbours >= (isLocal ? ADDRESS_LIMITS.perLocalGroup : ADDRESS_LIMITS.perGroup)) {
      const all = this.#entriesOf(this.#groups.get(entry.group));
      return this.#replace(
        all.filter((other) => isOut(other) || (!isProven(other) && yields(other))),
        entry,
      );
    }
    const told = this.#tellers.get(entry.toldBy);
    if (!isProven(entry) && (told?.size ?? 0) >= ADDRESS_LIMITS.perTeller)
      return this.#replace(this.#entriesOf(told), entry);
    if (this.size < ADDRESS_LIMITS.total) {
      this.#set(entry);
      return true;
    }
    const [most] = [...this.#tellers.values()].toSorted((a, b) => b.size - a.size);
    return this.#replace(most === undefined ? this.entries().filter(isOut) : this.#entriesOf(most), entry);
  }

  #entriesOf(keys: ReadonlySet<string> = new Set()): AddressEntry[] {
    return [...keys].map((key) => this.#entries.get(key)!);
  }

  /** Puts an entry in the place of the one among these that failed most, then of the oldest. */
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
    if (!isProven(entry)) addTo(this.#tellers, entry.toldBy, key);
    this.changes += 1;
  }

  #delete(key: string): void {
    const entry = this.#entries.get(key);
    if (entry === undefined) return;
    this.#entries.delete(key);
    removeFrom(this.#groups, entry.group, key);
    removeFrom(this.#tellers, entry.toldBy, key);
    this.changes += 1;
  }

  #anyOf<Item>(items: readonly Item[]): Item | undefined {
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
 * True where a peer may be named this address, and may name it: a public peer only public ones, one of a private network
 * those too, one of the same machine every one.
 * @param peer IP address of the peer
 */
export function mayName({ host }: PeerAddress, peer: string): boolean {
  const order = ['special', 'public', 'private', 'loopback'];
  const kind = kindOf(host);
  return kind === 'public' || order.indexOf(kindOf(peer)) >= order.indexOf(kind);
}

export function isProven({ provenAt }: AddressEntry): boolean {
  return provenAt !== undefined;
}

/** A proven address that cannot be reached any more: it keeps its place only while no other one needs it. */
function isOut(entry: AddressEntry): boolean {
  return isProven(entry) && entry.failures >= ADDRESS_LIMITS.failuresOfProven;
}

function isSpent(entry: AddressEntry, now: number): boolean {
  const { provenAt, failures } = entry;
  if (provenAt === undefined) return failures >= ADDRESS_LIMITS.failuresOfUnproven;
  return isOut(entry) && now - provenAt > ADDRESS_LIMITS.provenDays * DAY_MILLISECONDS;
}

function isDue({ triedAt, failures }: AddressEntry, now: number, firstPause: number): boolean {
  const pause = Math.min(firstPause * 2 ** Math.max(0, failures - 1), LONGEST_PAUSE_MILLISECONDS);
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
