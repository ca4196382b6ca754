import {
  type BlockId,
  blockId,
  blockIdBytes,
  bytesToHex,
  decodeTransaction,
  encodeTransaction,
  HEADER_SIZE,
  meetsTarget,
  merkleRoot,
  transactionIdBytes,
  type Network,
} from '@cairn/protocol';
import type { Stream } from '@libp2p/interface';
import { lpStream } from '@libp2p/utils';
import { composeBlock, sealBlock } from '@cairn/chain/miner';
import { startHostilePeer, type HostileOptions } from '../../src/p2p/hostile-peer-test-support.ts';
import { FRAME_LENGTH, protocolNames } from '../../src/p2p/wire.ts';
import type { Random } from '../random.ts';
import type { SimulatedNetwork } from './simulated-network.ts';
import type { SimulatedNode } from './simulated-node.ts';
import { runtime } from '../../src/home/runtime.ts';

/** How long a liar stays, if it is not dropped. */
const STAY_MS = 45_000;

/** Peers that lie to honest nodes, each under a new name. */
export class Liars {
  /** Invalid blocks that they have made. */
  readonly blocks = new Set<BlockId>();
  readonly #network: Network;
  readonly #links: SimulatedNetwork;
  readonly #random: Random;
  #count = 0;

  constructor(network: Network, links: SimulatedNetwork, random: Random) {
    this.#network = network;
    this.#links = links;
    this.#random = random;
  }

  /**
   * Lies to a node: about its height and work, with headers of blocks that nobody has or without proof of work, or with an invalid
   * block. It goes on while the clock moves.
   */
  async lieTo(node: SimulatedNode): Promise<void> {
    const [links, number] = [this.#links, (this.#count += 1)];
    const name = `liar-${number}`;
    const address = `/ip4/10.9.${number >> 8}.${number & 255}/tcp/18445`;
    const block = await this.#invalidBlockOn(node);
    const claim = { height: 2 ** 32 - 1, tipId: blockId(block), work: 2n ** 200n };
    const header = block.subarray(0, HEADER_SIZE);
    const serve = (bytes: Uint8Array) => (stream: Stream) => lpStream(stream, FRAME_LENGTH).write(bytes);
    const lies: HostileOptions[] = [
      { status: claim },
      { status: claim, serveHeaders: serve(header) },
      { status: claim, serveHeaders: serve(header.map((byte, at) => (at > HEADER_SIZE - 9 ? ~byte : byte))) },
      {},
    ];
    const lie = this.#random.pick(lies);
    const createHost = links.createHost(name, address) as HostileOptions['createHost'] & {};
    const peer = await startHostilePeer({ ...lie, network: this.#network, createHost });
    links.time.after(STAY_MS, () => void peer.host.stop());
    const gossip = async (): Promise<void> => {
      await peer.call(node.options);
      await peer.host.services.gossip.publish(protocolNames(this.#network).blockTopic, block);
    };
    gossip().catch(() => undefined); // the node may be unreachable
  }

  /** The next block of a node, with the accounts' root changed, and a proof of work. */
  async #invalidBlockOn({ chain, options }: SimulatedNode): Promise<Uint8Array> {
    const now = Math.floor(this.#links.time.now() / 1_000);
    const template = await chain.composeOnTip((tip) =>
      composeBlock(tip, { candidates: [], miner: options.miner, now }, runtime.turn),
    );
    const coinbase = decodeTransaction(template.transactions[0]!);
    const unlockSig = coinbase.unlockSig.map((byte, at) => (at === 0 ? byte ^ 1 : byte));
    const transactions = [encodeTransaction({ ...coinbase, unlockSig })];
    const root = bytesToHex(merkleRoot(transactions.map(transactionIdBytes)));
    const invalid = { ...template, transactions, header: { ...template.header, merkleRoot: root } };
    for (let nonce = 0; ; nonce += 1) {
      const raw = sealBlock(invalid, nonce);
      if (!meetsTarget(blockIdBytes(raw), invalid.header.bits)) continue;
      this.blocks.add(blockId(raw.subarray(0, HEADER_SIZE)));
      return raw;
    }
  }
}
