import type { DevelopmentAccount } from '@cairn/protocol/development-accounts';
import type { SimulatedNode } from './simulated-node.ts';

/** Most pending transactions of one sender (PROTOCOL.md section 7). */
const PER_SENDER = 64;

/**
 * Checks a mempool after its node has agreed with the others (PROTOCOL.md sections 7 and 8): each sender's sequence continues
 * from its confirmed nonce without a gap, and each transfer is affordable at its point and was once received by the node.
 * @param isComplete true if every sender can afford all its transfers: then no transfer may be missing that the node had,
 *   pending or in a disconnected block, and that continues from the confirmed nonce
 * @throws Error with the violation
 */
export function requireSoundMempool(
  node: SimulatedNode,
  accounts: readonly DevelopmentAccount[],
  isComplete: boolean,
): void {
  let count = 0;
  for (const { address, index } of accounts) {
    const { balance, nonce } = node.chain.account(address) ?? { balance: 0n, nonce: 0 };
    const sequence = node.mempool.pendingOutgoing(address);
    let left = balance;
    for (const [place, { id, transaction }] of sequence.entries()) {
      const { value, fee, toAddress } = transaction;
      const wanted = nonce + 1 + place;
      if (transaction.nonce !== wanted)
        throw new Error(`account ${index}: nonce ${transaction.nonce}, not ${wanted}`);
      if (node.chain.locateTransaction(id) !== undefined) throw new Error(`${id} is pending and confirmed`);
      if (!had(node, address, wanted).has(id)) throw new Error(`${id} is pending, but was never received`);
      if (value + fee > left) throw new Error(`account ${index} cannot pay its transfer ${wanted}`);
      left -= toAddress === address ? fee : value + fee;
    }
    count += sequence.length;
    let run = 0;
    while (had(node, address, nonce + 1 + run).size > 0) run += 1;
    const expected = Math.min(run, PER_SENDER);
    if (isComplete && sequence.length !== expected) {
      throw new Error(
        `account ${index} has ${sequence.length} pending above nonce ${nonce}, and ${expected} are valid`,
      );
    }
  }
  if (count !== node.mempool.size())
    throw new Error(`${node.mempool.size()} are pending, ${count} have a sender`);
}

/** IDs of all transfers of a sender and nonce that a node has ever had. */
function had(node: SimulatedNode, address: string, nonce: number): ReadonlySet<string> {
  return node.transfers.get(`${address} ${nonce}`) ?? new Set();
}
