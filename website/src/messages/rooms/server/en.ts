/** What only the server says: titles, descriptions, header and footer. No script carries it to the browser. */
export const messages = {
  'site.brand': 'Cairn',
  'site.home': 'Cairn explorer, home',
  'site.tagline': 'The Cairn chain as one full node sees it.',
  'nav.main': 'Main',
  'nav.home': 'Home',
  'nav.blocks': 'Blocks',
  'nav.transactions': 'Transactions',
  'nav.addresses': 'Addresses',
  'nav.network': 'Network',
  'nav.verify': 'Verify',
  'nav.api': 'API',
  'nav.about': 'About',
  'nav.menu': 'Menu',
  'nav.skip': 'Skip to the content',
  'nav.footer': 'More pages',
  'language.label': 'Language',
  'language.en': 'English',
  'language.de': 'Deutsch',
  'footer.alpha': 'Cairn is alpha software. Confirmations are depth in one node’s history, not finality.',
  'preview.badge': 'Preview',
  'noscript.static': 'This page asks the explorer’s API from your browser, which needs JavaScript.',
  'preview.description': 'A preview of the Cairn explorer.',
  'states.noScript': 'As of {time}, in UTC. With JavaScript this page follows the chain by itself.',
  'states.noScriptApiDown':
    'The explorer API did not answer this site’s server in time, so the data is missing here. Reload the page to try again.',
  'home.description':
    'The Cairn chain as one full node sees it: its height, its newest blocks, and a search for everything in it.',
  'blocks.description': 'Every block of the Cairn chain, newest first.',
  'transactions.description': 'Every confirmed transaction of the Cairn chain, newest first.',
  'search.description': 'Search the Cairn chain by height, block ID, transaction ID or address.',
  'block.description': 'Block {reference} of the Cairn chain: its header, reward, fees and transactions.',
  'transaction.description':
    'Transaction {reference} of the Cairn chain: sender, recipient, exact amount and its block.',
  'address.description': 'Address {reference} on the Cairn chain: confirmed balance, nonce and transactions.',
  'addresses.description':
    'The addresses of the Cairn chain, ranked by balance, with their share of all coins.',
  'statistics.description': 'Counts, amounts and recent blocks of the Cairn chain in figures and charts.',
  'network.description': 'How the node, its explorer API and its index stand right now.',
  'api.title': 'API',
  'api.description': 'The public, read-only API behind this explorer: its address, its routes and examples.',
  'verify.title': 'Verify',
  'verify.description':
    'Check a transaction or a proof in your own browser, without trusting this site’s API.',
  'verify.lead':
    'Paste a transaction or a proof. Your browser checks it here: nothing of it is sent anywhere.',
  'stale.description': 'Blocks that the node behind this explorer knows, but that are not in its chain.',
} as const;
