/** Words for failures, an index that is not ready, an empty chain, depth. */
export const states = {
  'states.tryAgain': 'Try again',
  'states.newestBlocks': 'Newest blocks',
  'states.keepsTrying': 'Retrying …',
  'failure.slow': 'The explorer API takes too long to answer',
  'failure.unreachable': 'The explorer API does not answer',
  'failure.unreachableText': 'The network is fine; we just can’t load data.',
  'failure.unreadable': 'The explorer API’s answer cannot be read',
  'failure.unreadableText':
    'Something answered, but not as the API should. A proxy in between or another version may be the cause.',
  'failure.refused': 'The explorer API reports an error',
  'failure.refusedText': 'It answered with HTTP status {status} ({code}).',
  'failure.fault': 'This page has a fault',
  'failure.faultText': 'The explorer ran into an error of its own. The browser’s console has the details.',
  'failure.noBlock': 'No such block',
  'failure.noBlockText': 'This node’s chain has no block of that height or ID.',
  'failure.noTransaction': 'Not in a block yet',
  'failure.noTransactionText':
    'If it was just sent, it should appear here within a minute. Otherwise, check the ID.',
  'failure.notBlock': 'This is not a block reference',
  'failure.notBlockText':
    'A block is found by its height (a whole number below 2³²) or by its ID (64 hexadecimal characters).',
  'failure.notTransaction': 'This is not a transaction ID',
  'failure.notTransactionText': 'A transaction ID has 64 hexadecimal characters.',
  'failure.notAddress': 'This is not an address of this network',
  'failure.notAddressText': 'Its characters, its checksum or its network do not fit.',
  'failure.behind': 'This node is still catching up and may not have it yet.',
  'index.disabled': 'Not available here',
  'index.disabledText':
    'This part needs the node’s explorer index, and this node runs without one. Blocks, transactions, balances and nonces do not depend on it.',
  'index.building': 'The index is being built',
  'index.buildingText':
    'This part appears once the node’s explorer index has caught up. Nothing is shown until it is complete.',
  'index.built': 'Index built',
  'index.progress': '{indexed} of {target} blocks · {percent} %',
  'index.problem': 'The index has a problem',
  'index.problemText':
    'The node’s explorer index cannot be read at the moment, so this part is missing. Blocks, transactions, balances and nonces do not depend on it.',
  'node.stopped': 'The explorer API has stopped answering',
  'node.stoppedText': 'What you see is from {time}.',
  'node.behind': 'This node is catching up',
  'node.behindText':
    'It is still fetching blocks from its peers. The newest block here may not be the network’s newest.',
  'chain.empty': 'The chain has no block yet',
  'chain.emptyText':
    'The node behind this explorer runs, but its chain has not been started. Blocks appear here as soon as it has.',
  'pill.unreachable': 'No connection',
  'pill.error': 'API error',
  'pill.asking': 'Asking the explorer API',
  'pill.connecting': 'connecting',
  'pill.behind': 'The node is catching up',
  'pill.live': 'Live',
} as const;
