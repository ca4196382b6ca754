import { explorerRoutes } from '@cairn/api/explorer';
import { explorerRoute } from '../explorer-route.ts';
import { JsonText } from '../json-text.ts';
import { readAddress } from '../path-values.ts';

export const getAddress = explorerRoute({
  route: explorerRoutes.getAddress,
  freshness: 'chain',
  read: readAddress,
  answer: ({ chain }, address) => {
    const { name } = chain.network;
    const account = chain.account(address);
    return new JsonText(
      `{"network":"${name}","address":"${address}","exists":${account !== undefined},"balance":"${account?.balance ?? 0}","nonce":${account?.nonce ?? 0}}`,
    );
  },
});
