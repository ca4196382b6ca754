import { explorerRoutes } from '@cairn/api/explorer';
import { explorerRoute, readNothing } from '../explorer-route.ts';
import { JsonText } from '../json-text.ts';
import { requireReader, whenKnown } from '../projected.ts';

export const listAddresses = explorerRoute({
  route: explorerRoutes.listAddresses,
  freshness: 'index',
  read: readNothing,
  answer: (context, _request, { limit, offset }) => {
    const { name } = context.chain.network;
    return whenKnown(requireReader(context).addresses({ limit, offset }), ({ items, count, total }) => {
      const pagination = JSON.stringify({ limit, offset, count, total });
      return new JsonText(`{"network":"${name}","items":[${items}],"pagination":${pagination}}`);
    });
  },
});
