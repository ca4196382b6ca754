import { explorerRoutes } from '@cairn/api/explorer';
import { explorerRoute } from '../explorer-route.ts';
import { readAddress } from '../path-values.ts';
import { serializeAddress } from '../serializer.ts';

export const getAddress = explorerRoute({
  route: explorerRoutes.getAddress,
  freshness: 'chain',
  read: readAddress,
  answer: ({ chain }, address) => serializeAddress(chain.network, address, chain.account(address)),
});
