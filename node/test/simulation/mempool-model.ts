import type { DevelopmentAccount } from '@cairn/protocol/development-accounts';
import type { SimulatedNode } from './simulated-node.ts';

/** Limit of pending transactions per sender (PROTOCOL.md section 7). */
const MAX_PER_SENDER = 64;

/**
 * Checks a mempool once all nodes agree (PROTOCOL.md sections 7 and 8): each sender's sequence continues from its
 * confirmed nonce without a gap, the sender can pay each transfer, and the node has received each.
 * @param canAllPay true if every sender can pay all its transfers: then no transfer may be missing that the node has
 *   had, pending or in a disconnected block, and that continues the sequence
 * @throws Error with the violation
 */
export function requireSoundMempool(
  node: SimulatedNode,
  accounts: readonly DevelopmentAccount[],
  canAllPay: boolean,
): void {
  let count = 0;
  for (const { address, index } of accounts) {
    const { balance, nonce } = node.chain.view.account(address) ?? { balance: 0n, nonce: 0 };
    const sequence = node.mempool.pendingOutgoing(address);
    let left = balance;
    for (const [place, { id, transaction }] of sequence.entries()) {
      const { value, fee, toAddress } = transaction;
      const expectedNonce = nonce + 1 + place;
      if (transaction.nonce !== expectedNonce)
        throw new Error(`account ${index}: nonce ${transaction.nonce}, not ${expectedNonce}`);
      if (node.chain.view.locateTransaction(id) !== undefined)
        throw new Error(`${id} is pending and confirmed`);
      if (!transfersOf(node, address, expectedNonce).has(id))
        throw new Error(`${id} is pending, but was never received`);
      if (value + fee > left) throw new Error(`account ${index} cannot pay its transfer ${expectedNonce}`);
      left -= toAddress === address ? fee : value + fee;
    }
    count += sequence.length;
    let valid = 0;
    while (transfersOf(node, address, nonce + 1 + valid).size > 0) valid += 1;
    const expected = Math.min(valid, MAX_PER_SENDER);
    if (canAllPay && sequence.length !== expected) {
      throw new Error(
        `account ${index} has ${sequence.length} pending above nonce ${nonce}, but ${expected} are valid`,
      );
    }
  }
  if (count !== node.mempool.size())
    throw new Error(`${node.mempool.size()} transfers are pending, but the known accounts have ${count}`);
}

/** IDs of all transfers of a sender with a nonce that the node has ever had. */
function transfersOf(node: SimulatedNode, address: string, nonce: number): ReadonlySet<string> {
  return node.transfers.get(`${address} ${nonce}`) ?? new Set();
}
