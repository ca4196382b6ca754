import type { Network } from '@cairn/protocol';

/** Names of everything that peers speak; the magic in them keeps the networks apart. */
export interface ProtocolNames {
  /** Request and response: where each side's chain stands. */
  readonly status: string;
  /** Request for a range of blocks, answered by a stream of them. */
  readonly blocks: string;
  /** Offers of pending transactions, each answered. */
  readonly transactions: string;
  /** Gossip topics. */
  readonly blockTopic: string;
  readonly transactionTopic: string;
  /** Prefix of libp2p's own identify and ping. */
  readonly prefix: string;
  /** Service name of multicast DNS. */
  readonly mdnsService: string;
}

/** `/cairn/ca19e003/status/1` and so on. */
export function protocolNames({ magic }: Network): ProtocolNames {
  return {
    status: `/cairn/${magic}/status/1`,
    blocks: `/cairn/${magic}/blocks/1`,
    transactions: `/cairn/${magic}/transaction/1`,
    blockTopic: `/cairn/${magic}/gossip/blocks/1`,
    transactionTopic: `/cairn/${magic}/gossip/transactions/1`,
    prefix: `cairn/${magic}`,
    mdnsService: `_cairn-${magic}._udp.local`,
  };
}
