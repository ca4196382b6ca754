import { concatBytes } from '@cairn/protocol';
import type { GossipSub } from '@libp2p/gossipsub';

/** What gossipsub sends its messages by, one for each peer. */
interface Outbound {
  /** Puts the length in front. */
  push(message: Uint8Array): void;
  /** Sends what has its length in front already. */
  pushPrefixed(message: Uint8Array): void;
}

/**
 * gossipsub takes in messages as large as it is told, but sends none above 4 MiB (js-libp2p issue 3427), while a block may
 * have twice that. From here on the length is put in front whatever it is: nothing above a block is published or passed on.
 */
export function sendWhatever(service: GossipSub): GossipSub {
  const { streamsOutbound } = service as unknown as { readonly streamsOutbound: Map<string, Outbound> };
  const keep = streamsOutbound.set.bind(streamsOutbound);
  streamsOutbound.set = (peer, stream) => {
    stream.push = (message) => stream.pushPrefixed(concatBytes(encodeLength(message.length), message));
    return keep(peer, stream);
  };
  return service;
}

/** Seven bits a byte, the lowest first, as libp2p's own messages have it. */
function encodeLength(length: number): Uint8Array {
  const bytes: number[] = [];
  let rest = length;
  for (; rest > 0x7f; rest >>>= 7) bytes.push((rest & 0x7f) | 0x80);
  return Uint8Array.of(...bytes, rest);
}
