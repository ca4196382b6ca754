/**
 * Messages of the verification steps. Loaded with them, not with the page. The keys are the list of all steps (`ID.title`,
 * `ID.how`), facts (`fact.NAME`) and reasons (`reason.CODE`).
 */
export const steps = {
  'verdict.running': 'Checking in your browser …',
  'verdict.runningCount': '{count} of {total}',
  'verdict.verified': 'Checked in your browser',
  'verdict.walked': 'Checked in your browser',
  'verdict.walkedCount': {
    one: '{count} block of the chain not fetched',
    other: '{count} blocks of the chain not fetched',
  },
  'verdict.partly': 'Checked in part',
  'verdict.partlyCount': '{count} of {total} checks complete',
  'verdict.differs': 'Verification failed',
  'verdict.differsCount': '{count} of {total} checks failed',
  'verdict.unchecked': 'Not checked',
  'verdict.left': 'No longer in this node’s chain',
  'verdict.leftCount': 'earlier results are below',
  'verdict.announce': '{verdict}: {count}.',

  'status.passed': 'Checked',
  'status.limited': 'In part',
  'status.failed': 'Differs',
  'status.skipped': 'Not checked',
  'status.waiting': 'Waiting',
  'status.running': 'Checking …',

  'panel.open': 'Details',
  'panel.running':
    'Your browser fetches the original bytes behind this page and computes everything below itself.',
  'panel.proven.transaction':
    'Proven: the sender signed this transaction, and it is in a chain of valid proof of work that begins at the genesis block; a browser cannot know whether the sender had the coins or whether another chain has more work.',
  'panel.proven.coinbase':
    'Proven: this transaction creates new coins, so no sender signs it, and it is in a chain of valid proof of work that begins at the genesis block; a browser cannot know whether another chain has more work.',
  'panel.proven.block':
    'Proven: this block is as shown, and it is in a chain of valid proof of work that begins at the genesis block; a browser cannot know whether the senders had the coins or whether another chain has more work.',
  'panel.proven.address':
    'A browser cannot know whether a chain with more work exists, and the newest state has only one block’s work behind it. Within these limits, balance, nonce and transactions are proven; rank, sums and chart are still the API’s word.',
  'panel.proven.unused':
    'A browser cannot know whether a chain with more work exists, and the newest state has only one block’s work behind it. Within these limits, it is proven that no transaction names this address.',
  'panel.walked':
    'Proven: everything shown matches the original bytes and the blocks around it; the chain is long and was not fetched to its ends, and a browser cannot know whether another chain has more work.',
  'panel.partly':
    'Everything that could be checked matches; the steps say what could not be checked and why, and that part is the API’s word.',
  'panel.differs': 'This page differs from the original bytes. Do not rely on it; ask another node.',
  'panel.unchecked': 'Nothing could be checked: everything on this page is the API’s word.',
  'panel.left':
    'The node has replaced this block by another one; the steps show the results from before that.',
  'panel.devnet':
    'On devnet a block takes about two hashes: its proof of work shows how the check works, but protects nothing.',
  'panel.more': 'What a browser can know',
  'panel.steps': 'Steps of the verification',
  'panel.further': 'Check the rest',
  'panel.furtherHint':
    'Fetches the whole block and every header of the chain, and verifies every signature. That can take a while.',
  'panel.save': 'Save the receipt',
  'panel.saveHint': 'A file that the Verify page checks without the API.',
  'panel.again': 'Check again',
  'panel.stop': 'Stop',

  'difference.caption': 'Differences',
  'difference.field': 'Field',
  'difference.shown': 'The API says',
  'difference.given': 'Your input says',
  'difference.computed': 'Computed here',
  'problems.title': 'Broken rules',

  'network.title': 'Network',
  'network.how':
    'The API names a network that the protocol knows, and its block 0 is, byte for byte, the genesis block that your browser builds from that network’s rules.',
  'transaction.title': 'Transaction',
  'transaction.how':
    'SHA-256, twice, of the 213 bytes gives the ID that you asked for. Every field shown matches the bytes, and both addresses are valid on this network.',
  'transaction.given':
    'SHA-256, twice, of the 213 bytes gives the ID. Where your input names an ID or fields, they are the same, and both addresses are valid.',
  'signature.title': 'Signature',
  'signature.how':
    'The ECDSA signature on secp256k1 (low S) covers bytes 0–84 and belongs to the public key in the last 64 bytes; that key hashes to the sender’s address.',
  'reward.title': 'Reward and fees',
  'reward.how':
    'The fees of all transactions add up, and the block’s first transaction, the coinbase, pays exactly subsidy and fees to the header’s miner.',
  'place.title': 'Place in the block',
  'place.how':
    'The transaction’s ID and its Merkle proof lead to the Merkle root in the block’s header, at the position that the page shows.',
  'header.title': 'Block header',
  'header.how':
    'SHA-256, twice, of the 118 bytes gives the block ID, which is not above the target that the header’s bits set: the proof of work. The header on this page matches the bytes.',
  'contents.title': 'Contents',
  'contents.how':
    'The IDs of all transactions, computed from their bytes, hash to the Merkle root in the header; size and count match.',
  'transfers.title': 'Transfers',
  'transfers.how': 'Each transfer has valid addresses, an amount, and a signature by its sender’s key.',
  'rows.title': 'The list of transactions',
  'rows.how': 'Each row of the list on this page was compared with the bytes at its place.',
  'chain.title': 'Chain from the genesis block',
  'chain.how':
    'Every header from the genesis block to this block was hashed: each one names the one below, meets its target, and has the difficulty and the time that the rules require.',
  'above.title': 'Blocks on top',
  'above.how':
    'The headers from this block to the tip were checked the same way, and their number is the confirmations shown.',
  'account.title': 'Balance and nonce',
  'account.how':
    'Each block commits to every account: the address’s record, or its absence, and the hashes beside it lead to the account root in the block’s coinbase, and that coinbase leads to the Merkle root in the header.',
  'history.title': 'Complete history',
  'history.how':
    'The record has a number of transactions and a hash chained over all of them. The transactions shown were hashed from their bytes, onto what came before them, and give exactly this hash: none is missing, added, changed or moved.',
  'entries.title': 'Blocks and times of the rows',
  'entries.how':
    'The block ID and the time in each row are those of the checked header at its height, and each coinbase is the one in its block.',
  'message.title': 'Signature of the message',
  'message.how': 'The signature covers this text and belongs to a public key that hashes to the address.',

  'fact.network': 'Network',
  'fact.source': 'Source',
  'fact.digest': 'Signed digest',
  'fact.signature': 'Signature',
  'fact.publicKey': 'Public key',
  'fact.address': 'Address of the key',
  'fact.id': 'Computed ID',
  'fact.root': 'Merkle root',
  'fact.leaves': 'Transactions in the tree',
  'fact.index': 'Position',
  'fact.path': 'Hashes in the path',
  'fact.target': 'Target',
  'fact.work': 'Hashes on average',
  'fact.count': 'Count',
  'fact.subsidy': 'Subsidy',
  'fact.fees': 'Fees',
  'fact.reward': 'Coinbase',
  'fact.walked': 'Blocks checked',
  'fact.signatures': 'Signatures verified',
  'fact.height': 'Block',
  'fact.blockId': 'Block ID',
  'fact.balance': 'Balance',
  'fact.accountNonce': 'Nonce',
  'fact.total': 'Transactions in all',
  'fact.proven': 'Newest transactions hashed',
  'fact.history': 'History hash',
  'fact.bottom': 'Lowest block',

  'reason.unreachable': 'The API did not answer.',
  'reason.slow': 'The API did not answer in time.',
  'reason.refused': 'The API reported an error.',
  'reason.unreadable': 'The API answered something that its contract does not allow.',
  'reason.not_supported': 'This API does not offer what the check needs.',
  'reason.gone': 'The API no longer has it. The chain may have been reorganized.',
  'reason.moving_tip': 'The chain changed while it was being checked.',
  'reason.network_unknown': 'The protocol knows no such network.',
  'reason.stopped': 'You stopped the verification.',
  'reason.fault': 'This program has a bug. The browser’s console says more.',
  'reason.large_block':
    'The block is large ({count} transactions, as the API says) and is fetched only when you check the rest.',
  'reason.many_transfers': 'The block has many transfers: {count} were left out.',
  'reason.far': {
    one: '{count} block of the chain was not fetched.',
    other: '{count} blocks of the chain were not fetched.',
  },
  'reason.size_unknown':
    'The number of transactions in the block is not proven. Without it, the proof does not show the position.',
  'reason.page_behind': 'A block has arrived since the page loaded; it is loading again.',
  'reason.index_behind': 'The API’s index has not caught up with the newest block yet.',
  'reason.proofs_unavailable': 'This server keeps no proofs of accounts. A full node does.',
  'reason.no_history': 'The API offers no history of this address now, so there is nothing to compare.',
  'reason.deep_page': {
    one: 'This page follows {count} newer transaction, which is fetched only when you check the rest.',
    other: 'This page follows {count} newer transactions, which are fetched only when you check the rest.',
  },
  'reason.far_rows': {
    one: '{count} row is of a block whose header was not fetched.',
    other: '{count} rows are of blocks whose headers were not fetched.',
  },
  'reason.many_coinbases': {
    one: 'The list has many coinbases: the ID of {count} was not compared with its block.',
    other: 'The list has many coinbases: the IDs of {count} were not compared with their blocks.',
  },
  'reason.header_missing': 'The header is missing, so it is not known whether the root is a block’s.',
  'reason.parent_missing': 'Earlier blocks that the rule needs are missing.',
} as const;
