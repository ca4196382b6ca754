/** Words for failures, an index that is not ready, an empty chain, depth. */
export const states = {
  'states.tryAgain': 'Try again',
  'states.newestBlocks': 'Newest blocks',
  'states.keepsTrying': 'The page keeps trying by itself.',
  'states.noScript': 'As of {time}, in UTC. With JavaScript this page follows the chain by itself.',
  'states.noScriptApiDown':
    'The explorer API did not answer this site’s server in time, so the data is missing here. Reload the page to try again.',
} as const;
