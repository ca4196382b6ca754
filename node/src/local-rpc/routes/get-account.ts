import { rpcRoutes } from '@cairn/api/rpc';
import { formatPebbles } from '@cairn/protocol';
import { readPendingView, spendableBalance } from '../pending-view.ts';
import { rpcRoute } from '../rpc-route.ts';

export const getAccount = rpcRoute(
  rpcRoutes.getAccount,
  async ({ context: { chain, mempool } }, { address }) => {
    const { balance, nonce } = chain.account(address) ?? { balance: 0n, nonce: 0 };
    const pending = readPendingView(mempool, address, nonce);
    return {
      network: chain.network.name,
      address,
      balance: formatPebbles(balance),
      spendable_balance: formatPebbles(spendableBalance(balance, pending.outgoing)),
      nonce,
      next_nonce: nonce + pending.outgoing.length + 1,
      pending_outgoing_count: pending.outgoing.length,
      mempool_available: pending.available,
    };
  },
);
