import { EXPLORER_LIMITS, explorerRoutes } from '@cairn/api/explorer';
import { jsonRoute } from '../explorer-route.ts';
import { serializeIndex } from '../serializers.ts';

export const features = jsonRoute(explorerRoutes.features, 'status', async (context) => {
  const { enabled, ready, state } = serializeIndex(context.indexStatus());
  return {
    api_version: EXPLORER_LIMITS.apiVersion,
    features: {
      core: { enabled: true, ready: true },
      explorer_index: { enabled, ready, state },
    },
  };
});
