/**
 * The peers protocol: a node sends the port on which it listens, and receives addresses of other nodes.
 *
 * The request is the port, two bytes (0 for a node that accepts no connections): a node can announce only the IP address it
 * connects from. The answer has up to 64 addresses of 18 bytes: an IPv6 address (IPv4 as `::ffff:a.b.c.d`) and a port.
 * Messages are length-prefixed, integers big-endian. There are no host names and no peer IDs.
 */
import type { Stream } from '@libp2p/interface';
import type { PeerAddress } from './address-book.ts';
import { canonicalHost, wordsOf } from './address-group.ts';
import { framesOf, withDeadline, withStream } from './frames.ts';
import type { Peer } from './peer-book.ts';

const PORT_SIZE = 2;
const HOST_SIZE = 16;
const ENTRY_SIZE = HOST_SIZE + PORT_SIZE;
/** Maximum number of addresses of one answer. */
export const MAX_ADDRESSES = 64;

/** A peer's message is not a port, or not a list of addresses. */
export class BadAddressesError extends Error {
  override readonly name = 'BadAddressesError';
}

export function encodeAddresses(addresses: readonly PeerAddress[]): Uint8Array {
  const bytes = Buffer.alloc(addresses.length * ENTRY_SIZE);
  for (const [index, { host, port }] of addresses.entries()) {
    const mapped = host.includes(':') ? host : `::ffff:${host}`;
    const start = index * ENTRY_SIZE;
    for (const [word, digits] of wordsOf(mapped).entries())
      bytes.writeUInt16BE(Number.parseInt(digits, 16), start + 2 * word);
    bytes.writeUInt16BE(port, start + HOST_SIZE);
  }
  return bytes;
}

/**
 * @returns addresses in canonical form; `AddressBook.isPermitted` decides whether they may be dialed
 * @throws BadAddressesError
 */
export function decodeAddresses(bytes: Uint8Array): PeerAddress[] {
  if (bytes.length % ENTRY_SIZE !== 0 || bytes.length > MAX_ADDRESSES * ENTRY_SIZE)
    throw new BadAddressesError('it sent an invalid list of addresses');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  return Array.from({ length: bytes.length / ENTRY_SIZE }, (_, index) => {
    const start = index * ENTRY_SIZE;
    const words = Array.from({ length: 8 }, (_, word) => view.getUint16(start + 2 * word).toString(16));
    return { host: canonicalHost(words.join(':')), port: view.getUint16(start + HOST_SIZE) };
  });
}

/**
 * Sends the port on which this node listens, and requests addresses.
 * @param port 0 if this peer cannot connect to this node
 * @param milliseconds for the whole exchange
 * @throws BadAddressesError; an error named `TimeoutError`
 */
export function requestAddresses(
  peer: Peer,
  protocol: string,
  port: number,
  milliseconds: number,
): Promise<PeerAddress[]> {
  return withDeadline(milliseconds, async (signal) => {
    const stream = await peer.connection.newStream(protocol, { signal });
    return withStream(stream, async () => {
      const frames = framesOf(stream, MAX_ADDRESSES * ENTRY_SIZE);
      await frames.write(Uint8Array.of(port >>> 8, port & 255), signal);
      const answer = await frames.read(signal);
      peer.markSeen();
      return decodeAddresses(answer);
    });
  });
}

/**
 * Answers a request.
 * @param answer returns the addresses for a peer that listens on this port
 * @throws BadAddressesError
 */
export function answerAddresses(
  stream: Stream,
  milliseconds: number,
  answer: (port: number) => readonly PeerAddress[],
): Promise<void> {
  return withDeadline(milliseconds, (signal) =>
    withStream(stream, async () => {
      const frames = framesOf(stream, PORT_SIZE);
      const request = await frames.read(signal);
      if (request.length !== PORT_SIZE) throw new BadAddressesError('it requested addresses without a port');
      await frames.write(encodeAddresses(answer(request[0]! * 256 + request[1]!)), signal);
    }),
  );
}
