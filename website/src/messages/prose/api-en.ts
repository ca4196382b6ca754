/** Texts of the API page. Only the server speaks them. */
export const apiProse = {
  'api.lead':
    'Everything on this site comes from one public, read-only HTTP API. It needs no key, accepts only GET, and allows requests from any website (CORS).',
  'api.where': 'Address and documentation',
  'api.base': 'Base address',
  'api.contract': 'OpenAPI description',
  'api.docs': 'Documentation to try out',
  'api.docsRead': 'Documentation to read',
  'api.none':
    'This build is connected to no API, so there is no address to show. The routes are the same everywhere.',
  'api.examples': 'Examples',
  'api.routes': 'Routes',
  'api.routesLead':
    'The core comes from the node’s block files and always answers. What needs the index answers 503 with a code of its own until the index is ready: never read that as an empty list.',
  'api.route': 'Route',
  'api.gives': 'Gives',
  'api.needs': 'Needs',
  'api.core': 'blocks',
  'api.indexed': 'index',
  'api.rules': 'Good to know',
  'api.amounts':
    'Amounts are decimal strings of pebbles (1 CRN = 100,000,000 pebbles). Read them as whole numbers of any size, never as floating point.',
  'api.paging':
    'Pass {nextHeight} as {beforeHeight} for block pages that do not drift while the chain grows. Other lists take {limit} (1 to 100) and {offset}.',
  'api.depth':
    'The field {confirmations} says how deep a block lies in one node’s history, the block itself included. That is not finality.',
  'api.cache':
    'Answers carry an {etag}; send it back as {ifNoneMatch} and get 304 while nothing has changed.',
  'api.errors': 'Errors are JSON with a stable code in {error}. Branch on the code, not on the prose.',
  'route.health': 'Whether the process serves',
  'route.status': 'Tip, node and index',
  'route.features': 'Which parts are on',
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
  'route.getHeaders': 'Headers of the chain as bytes',
  'route.listStaleBlocks': 'Blocks beside the chain',
  'route.search': 'What begins with some characters of an ID or address',
  'route.getSeries': 'The chain by hours, days or weeks',
  'route.listMiners': 'Miners of the newest blocks',
  'route.getMiner': 'What an address has mined',
  'route.listMinerBlocks': 'Blocks of a miner',
  'route.getTransactionProof': 'Merkle proof of a transaction',
  'route.events': 'New blocks as they happen',
} as const;
