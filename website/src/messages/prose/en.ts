/** Texts of the pages without data and of the API page. Only the server uses them: no script contains them. */
export const prose = {
  'notFound.title': 'Not found',
  'notFound.heading': 'Page not found',
  'notFound.description': 'Page not found.',
  'notFound.text': 'Check the URL for a typo. Blocks, transactions and addresses have their own pages.',
  'fault.title': 'Error',
  'fault.heading': 'This page could not be shown',
  'fault.description': 'An error occurred in the explorer.',
  'fault.text':
    'An error occurred in the explorer itself; its operator finds the cause in the log. The chain is not affected.',
  'preview.compactTitle': 'This is a preview',
  'preview.compactText': 'This build is connected to no node, so it shows no chain data.',
  'preview.title': 'The Cairn explorer without a chain',
  'preview.lead':
    'This is a preview: the site was built without the address of an explorer API, so there is no chain to show. Rather than invent figures, it shows none.',
  'preview.blocks': '{what} with their headers, sizes, rewards and transactions',
  'preview.blocksName': 'Blocks',
  'preview.transactions': '{what} with exact amounts, and how deep they are in the node’s history',
  'preview.transactionsName': 'Transactions',
  'preview.addresses': '{what} with their confirmed balance and nonce',
  'preview.addressesName': 'Addresses',
  'preview.how': 'To show a chain, build the site with {setting} set to the API’s origin.',
  'about.title': 'About',
  'about.heading': 'About this explorer',
  'about.description': 'What the Cairn explorer shows, where it comes from, and what it does not promise.',
  'about.seeTitle': 'What you see',
  'about.see':
    'Cairn is a proof-of-work chain with accounts. Its coin is the CRN; one CRN is 100,000,000 pebbles, the smallest unit. This site shows the blocks, transactions and addresses of one full node through that node’s public, read-only API. Your browser requests the API directly; this site stores nothing about you on its server and contacts no other server.',
  'about.viewTitle': 'One node’s view',
  'about.view':
    'Everything here is one node’s view of the chain. “Confirmations” count how deep a block is in that node’s chain, the block itself included. They are not finality: another node may follow another branch.',
  'about.checkTitle': 'Checked in your browser',
  'about.check':
    'The pages of blocks and transactions check what the API says: your browser computes IDs, signatures, Merkle proofs and proof of work again from the raw bytes. If anything does not match, the page shows exactly what.',
  'about.amountsTitle': 'Exact amounts',
  'about.amounts':
    'Amounts are whole numbers of pebbles from the node to your screen. Nothing is rounded: an amount that you copy is exact.',
  'about.missingTitle': 'What is missing',
  'about.missing':
    'Transactions that wait for a block are not public. Histories of addresses need an index, which is optional for a node; if it is missing or not ready, the page says so instead of showing an empty list.',
  'about.privacyTitle': 'Privacy',
  'about.privacy':
    'There are no cookies, no tracking and no requests to third parties. Your theme, time zone, unit, labels and recent searches stay in this browser.',
  'about.keysTitle': 'Keyboard',
  'about.keys': 'Press {slash} anywhere to search, and {escape} to leave the search.',

  // The API page.
  'api.lead':
    'Everything on this site comes from one public, read-only HTTP API. It needs no key, accepts only GET, and allows requests from any website (CORS).',
  'api.where': 'Address and documentation',
  'api.base': 'Base address',
  'api.contract': 'OpenAPI description',
  'api.docs': 'Interactive documentation',
  'api.docsRead': 'Reference documentation',
  'api.none':
    'This build is connected to no API, so there is no address to show. The routes are the same everywhere.',
  'api.examples': 'Examples',
  'api.routes': 'Routes',
  'api.routesLead':
    'The core routes read the node’s block files and always answer. Routes that need the index answer 503 with their own code until the index is ready: do not treat that as an empty list.',
  'api.route': 'Route',
  'api.gives': 'Returns',
  'api.needs': 'Needs',
  'api.core': 'blocks',
  'api.indexed': 'index',
  'api.rules': 'Good to know',
  'api.amounts':
    'Amounts are decimal strings of pebbles (1 CRN = 100,000,000 pebbles). Read them as whole numbers of any size, never as floating point.',
  'api.paging':
    'Pass {nextHeight} as {beforeHeight} for block pages that do not shift while the chain grows. Other lists take {limit} (1 to 100) and {offset}.',
  'api.depth':
    'The field {confirmations} counts how deep a block is in one node’s chain, the block itself included. That is not finality.',
  'api.cache':
    'Responses have an {etag}; send it back as {ifNoneMatch} to get status 304 while nothing has changed.',
  'api.errors': 'Errors are JSON with a stable code in {error}. Branch on the code, not on the message.',
  'route.health': 'Answers while the process is running',
  'route.status': 'Tip, node and index',
  'route.features': 'Enabled parts of the API',
  'route.listBlocks': 'Newest blocks',
  'route.getBlock': 'One block, by height or ID',
  'route.listBlockTransactions': 'Transactions of a block',
  'route.getTransaction': 'One confirmed transaction',
  'route.getAddress': 'Confirmed balance and nonce',
  'route.listTransactions': 'All confirmed transactions',
  'route.listAddresses': 'Addresses ranked by balance',
  'route.listAddressTransactions': 'Whole history of an address',
  'route.getStats': 'Counts and sums over the chain',
  'route.getRawBlock': 'A block’s bytes',
  'route.getBlockAt': 'The newest block at a given time',
  'route.getFees': 'Fees of recent transfers',
  'route.getHeaders': 'Headers of the chain as bytes',
  'route.listStaleBlocks': 'Stale blocks',
  'route.search': 'IDs and addresses that begin with given characters',
  'route.getSeries': 'Figures of the chain by hour, day or week',
  'route.listMiners': 'Miners of the newest blocks',
  'route.getMiner': 'Totals of one miner',
  'route.listMinerBlocks': 'Blocks of a miner',
  'route.getAddressProof': 'Proof of a balance and of a complete history',
  'route.getTransactionProof': 'Merkle proof of a transaction',
  'route.events': 'Event stream of new blocks',
} as const;
