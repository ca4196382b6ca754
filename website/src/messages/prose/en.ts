/** Texts of the pages without data. Only the server speaks them: no script carries them to the browser. */
export const prose = {
  'notFound.title': 'Not found',
  'notFound.heading': 'Page not found',
  'notFound.description': 'Page not found.',
  'notFound.text': 'The address may be mistyped. Blocks, transactions and addresses have pages of their own.',
  'fault.title': 'Fault',
  'fault.heading': 'This page could not be shown',
  'fault.description': 'An error occurred in the explorer.',
  'fault.text':
    'An error occurred in the explorer itself; its operator finds the cause in the log. The chain is not affected.',
  'preview.compactTitle': 'This is a preview',
  'preview.compactText': 'This build is connected to no node, so it shows no chain data.',
  'preview.title': 'The Cairn explorer, before it meets a chain',
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
    'Cairn is a proof-of-work chain with accounts. Its coin is the CRN; one CRN is 100,000,000 pebbles, the smallest unit. This site shows the blocks, transactions and addresses of one full node through that node’s public, read-only API. Your browser asks the API directly; this site keeps nothing and asks nobody else.',
  'about.viewTitle': 'One node’s view',
  'about.view':
    'Everything here is the history that one node holds. “Confirmations” count how deep a block lies in that history, the block itself included. They are not finality: the node follows one line of blocks, and another node may see more.',
  'about.checkTitle': 'Checked in your browser',
  'about.check':
    'The pages of blocks and transactions check what the API says: your browser computes IDs, signatures, Merkle proofs and proof of work again from the raw bytes. If anything does not match, you see exactly what.',
  'about.amountsTitle': 'Exact amounts',
  'about.amounts':
    'Amounts are whole numbers of pebbles from the node to your screen. Nothing is rounded, so what you copy is what the chain says.',
  'about.missingTitle': 'What is missing',
  'about.missing':
    'Transactions that wait for a block are not public. Histories of addresses need an index that a node may keep or not; where it is missing or not ready, the page says so instead of showing an empty list.',
  'about.privacyTitle': 'Privacy',
  'about.privacy':
    'There are no cookies, no counters and no requests to third parties. Your theme, time zone, unit and recent searches stay in this browser.',
  'about.keysTitle': 'Keyboard',
  'about.keys': 'Press {slash} anywhere to search, and {escape} to leave the search.',
} as const;
