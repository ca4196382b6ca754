import { explorerRoutes } from '@cairn/api/explorer';
import { renderSummary } from '../block-texts.ts';
import { findBlockText, tipHeightOf } from '../canonical.ts';
import { explorerRoute } from '../explorer-route.ts';
import { JsonText } from '../json-text.ts';
import { readBlockReference } from '../path-values.ts';

export const getBlock = explorerRoute({
  route: explorerRoutes.getBlock,
  freshness: 'chain',
  read: readBlockReference,
  answer: (context, reference) => {
    const { chain } = context;
    const block = renderSummary(findBlockText(context, reference), tipHeightOf(chain));
    return new JsonText(`{"network":"${chain.network.name}","block":${block}}`);
  },
});
