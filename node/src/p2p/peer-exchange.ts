/**
 * The peers protocol: a node says on which port it takes calls, and is answered with addresses of others.
 *
 * The request has two bytes, the port (0 for a node that takes no calls): with the address that it calls from, that is all
 * it may say of itself. The answer has up to 64 addresses of 18 bytes: an IPv6 address (IPv4 as `::ffff:a.b.c.d`) and a
 * port. Both as every message with its length in front, and every integer big-endian. There are no names and no peer IDs.
 */
import type { Stream } from '@libp2p/interface';
import type { PeerAddress } from './address-book.ts';
import { canonicalHost, wordsOf } from './address-group.ts';
import { converse, framesOf, withPatience } from './frames.ts';
import type { Peer } from './peer-book.ts';

const PORT_SIZE = 2;
const HOST_SIZE = 16;
const ENTRY_SIZE = HOST_SIZE + PORT_SIZE;
/** Addresses of one answer. */
export const MAX_ADDRESSES = 64;

/** A peer sent something else than a port, or than addresses. */
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
 * @returns addresses in canonical form; whether they may be called is the book's question
 * @throws BadAddressesError
 */
export function decodeAddresses(bytes: Uint8Array): PeerAddress[] {
  if (bytes.length % ENTRY_SIZE !== 0 || bytes.length > MAX_ADDRESSES * ENTRY_SIZE)
    throw new BadAddressesError('it sends something else than addresses');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  return Array.from({ length: bytes.length / ENTRY_SIZE }, (_, index) => {
    const start = index * ENTRY_SIZE;
    const words = Array.from({ length: 8 }, (_, word) => view.getUint16(start + 2 * word).toString(16));
    return { host: canonicalHost(words.join(':')), port: view.getUint16(start + HOST_SIZE) };
  });
}

/**
 * Says on which port this node takes calls, and asks for addresses.
 * @param port 0 where it takes none from this peer
 * @param milliseconds for the whole conversation
 * @throws BadAddressesError; an error named `TimeoutError`
 */
export function requestAddresses(
  peer: Peer,
  protocol: string,
  port: number,
  milliseconds: number,
): Promise<PeerAddress[]> {
  return withPatience(milliseconds, async (signal) => {
    const stream = await peer.connection.newStream(protocol, { signal });
    return converse(stream, async () => {
      const frames = framesOf(stream, MAX_ADDRESSES * ENTRY_SIZE);
      await frames.write(Uint8Array.of(port >>> 8, port & 255), signal);
      const answer = await frames.read(signal);
      peer.seen();
      return decodeAddresses(answer);
    });
  });
}

/**
 * Answers a request.
 * @param answer the addresses for a peer that takes calls on this port
 * @throws BadAddressesError
 */
export function answerAddresses(
  stream: Stream,
  milliseconds: number,
  answer: (port: number) => readonly PeerAddress[],
): Promise<void> {
  return withPatience(milliseconds, (signal) =>
    converse(stream, async () => {
      const frames = framesOf(stream, PORT_SIZE);
      const request = await frames.read(signal);
      if (request.length !== PORT_SIZE) throw new BadAddressesError('it asks without a port');
      await frames.write(encodeAddresses(answer(request[0]! * 256 + request[1]!)), signal);
    }),
  );
}
