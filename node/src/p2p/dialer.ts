import type { Multiaddr } from '@multiformats/multiaddr';
import type { Logger } from 'pino';
import type { PeerHost } from './libp2p-host.ts';

/** Pauses between two attempts to reach a peer. */
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 60_000;

/** A configured peer to stay connected to. */
interface Target {
  readonly address: Multiaddr;
  /** Peer ID from the last connection. */
  peerId: string | undefined;
  waitMs: number;
  /** Next attempt, Unix milliseconds. */
  dueAt: number;
  isDialing: boolean;
}

export interface DialerOptions {
  readonly libp2p: Pick<PeerHost, 'dial' | 'getConnections'>;
  readonly addresses: readonly Multiaddr[];
  /** True for a peer that this node refuses for now. */
  readonly isRefused: (peerId: string) => boolean;
  /** At this many outbound connections, peers discovered on the local network are not dialed. */
  readonly maximum: number;
  /** Unix milliseconds. */
  readonly clock: () => number;
  readonly logger: Logger;
}

/** Stays connected to the configured peers, with growing pauses while one cannot be reached. */
export interface Dialer {
  /** Dials the peers that are due; a timer calls it. */
  tick(): void;
  /** Dials a peer that was discovered on the local network. */
  discovered(addresses: readonly Multiaddr[]): void;
}

export function createDialer(options: DialerOptions): Dialer {
  const { libp2p, addresses, maximum, isRefused, clock, logger } = options;
  const targets: Target[] = addresses.map((address) => ({
    address,
    peerId: undefined,
    waitMs: FIRST_WAIT_MS,
    dueAt: 0,
    isDialing: false,
  }));
  const isFull = (): boolean =>
    libp2p.getConnections().filter(({ direction }) => direction === 'outbound').length >= maximum;
  const isConnected = ({ peerId }: Target): boolean =>
    libp2p.getConnections().some(({ remotePeer }) => remotePeer.toString() === peerId);

  const dial = async (target: Target): Promise<void> => {
    target.isDialing = true;
    try {
      const connection = await libp2p.dial(target.address);
      target.peerId = connection.remotePeer.toString();
      target.waitMs = FIRST_WAIT_MS;
    } catch (error) {
      const isFirst = target.waitMs === FIRST_WAIT_MS;
      logger[isFirst ? 'info' : 'debug'](
        `Peer ${target.address.toString()} cannot be reached (${reasonOf(error)}); this node keeps trying`,
      );
      target.waitMs = Math.min(2 * target.waitMs, LONGEST_WAIT_MS);
    } finally {
      target.dueAt = clock() + target.waitMs;
      target.isDialing = false;
    }
  };

  return {
    tick() {
      const now = clock();
      for (const target of targets) {
        if (target.isDialing || now < target.dueAt || isConnected(target)) continue;
        if (target.peerId === undefined || !isRefused(target.peerId)) void dial(target);
      }
    },
    discovered(found) {
      if (found.length === 0 || isFull()) return;
      libp2p.dial([...found]).catch((error: unknown) => {
        logger.debug(`A peer on the local network cannot be reached: ${reasonOf(error)}`);
      });
    },
  };
}

/** Reason for a failed dial: the first error if several addresses were tried. */
export function reasonOf(error: unknown): string {
  const { message, errors } = error as AggregateError;
  const [first] = errors ?? [];
  return first instanceof Error ? first.message : message;
}
