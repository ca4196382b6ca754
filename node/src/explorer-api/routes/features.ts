import { EXPLORER_LIMITS, explorerRoutes } from '@cairn/api/explorer';
import { explorerRoute, readNothing } from '../explorer-route.ts';
import { serializeIndex } from '../serialize-index.ts';

export const features = explorerRoute({
  route: explorerRoutes.features,
  freshness: 'content',
  read: readNothing,
  answer: (context) => {
    context.requireServing?.();
    const { enabled, ready, state } = serializeIndex(context.indexStatus());
    return {
      api_version: EXPLORER_LIMITS.apiVersion,
      features: {
        // The core tier is there for as long as this process answers at all.
        core: { enabled: true, ready: true },
        explorer_index: { enabled, ready, state },
      },
    };
  },
});
