/**
 * The peers protocol: a node sends the port on which it listens, and receives addresses of other nodes.
 *
 * The request is the port, two bytes (0 for a node that accepts no connections): a node can announce only the IP address it
 * connects from. The answer has up to 64 addresses of 18 bytes: an IPv6 address (IPv4 as `::ffff:a.b.c.d`) and a port.
 */
import type { Stream } from '@libp2p/interface';
import { framesOf, ProtocolViolation, withDeadline, withStream } from './frames.ts';
import { bytesOfHost, hostOfBytes } from './ip-networks.ts';
import type { PeerAddress } from './known-addresses.ts';
import type { Peer } from './peers.ts';

const HOST_SIZE = 16;
const ENTRY_SIZE = HOST_SIZE + 2;
/** Maximum number of addresses of one answer. */
export const MAX_ADDRESSES = 64;

export function encodeAddresses(addresses: readonly PeerAddress[]): Uint8Array {
  const bytes = Buffer.alloc(addresses.length * ENTRY_SIZE);
  for (const [index, { host, port }] of addresses.entries()) {
    bytes.set(bytesOfHost(host), index * ENTRY_SIZE);
    bytes.writeUInt16BE(port, index * ENTRY_SIZE + HOST_SIZE);
  }
  return bytes;
}

/** @returns addresses in canonical form; `KnownAddresses` decides which may be dialed @throws ProtocolViolation */
export function decodeAddresses(bytes: Uint8Array): PeerAddress[] {
  if (bytes.length % ENTRY_SIZE !== 0 || bytes.length > MAX_ADDRESSES * ENTRY_SIZE)
    throw new ProtocolViolation('it sent an invalid list of addresses');
  const buffer = Buffer.from(bytes);
  return Array.from({ length: bytes.length / ENTRY_SIZE }, (_, index) => {
    const start = index * ENTRY_SIZE;
    const host = hostOfBytes(buffer.subarray(start, start + HOST_SIZE));
    return { host, port: buffer.readUInt16BE(start + HOST_SIZE) };
  });
}

/**
 * Sends the port on which this node listens, and requests addresses.
 * @param port 0 if this peer cannot connect to this node
 * @param milliseconds for the whole exchange
 * @throws ProtocolViolation; an error named `TimeoutError`; the stream's error
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
      return decodeAddresses(await frames.read(signal));
    });
  });
}

/**
 * Answers a request.
 * @param answer returns the addresses for a peer that listens on this port
 * @throws ProtocolViolation; an error named `TimeoutError`; the stream's error
 */
export function answerAddresses(
  stream: Stream,
  milliseconds: number,
  answer: (port: number) => readonly PeerAddress[],
): Promise<void> {
  return withDeadline(milliseconds, (signal) =>
    withStream(stream, async () => {
      const frames = framesOf(stream, 2);
      const request = await frames.read(signal);
      if (request.length !== 2) throw new ProtocolViolation('it requested addresses without a port');
      await frames.write(encodeAddresses(answer(request[0]! * 256 + request[1]!)), signal);
    }),
  );
}
