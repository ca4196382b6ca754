import { explorerRoutes } from '@cairn/api/explorer';
import { formatPebbles } from '@cairn/protocol';
import { jsonRoute } from '../explorer-route.ts';

export const getAddress = jsonRoute(
  explorerRoutes.getAddress,
  'chain',
  async ({ network, reader }, { address }) => {
    const account = await reader.account(address);
    return {
      network: network.name,
      address,
      exists: account !== undefined,
      balance: formatPebbles(account?.balance ?? 0n),
      nonce: account?.nonce ?? 0,
    };
  },
);
