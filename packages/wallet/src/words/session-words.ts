import type { SendBlocker } from '../session.ts';

/** A blocker as a screen names it: what is so, and what it means for sending. */
export interface BlockerWords {
  readonly title: string;
  readonly text: string;
}

const WORDS: Readonly<Record<SendBlocker, BlockerWords>> = {
  no_answer: {
    title: 'The node does not answer',
    text: 'Balances and history may be out of date. Sending is off until it answers again.',
  },
  wrong_network: {
    title: 'Wrong network',
    text: 'The node is on another network than this wallet. Sending is off, and nothing of it is shown as yours.',
  },
  wrong_chain: {
    title: 'Wrong chain',
    text: 'The node names the right network but another chain ID. Sending is off.',
  },
  not_initialized: {
    title: 'The node has no chain yet',
    text: 'It has not been initialised. Sending is off.',
  },
  syncing: {
    title: 'The node is synchronising',
    text: 'It is still reading blocks from its peers, so balances may be behind. Sending is off until it is done.',
  },
  not_ready: {
    title: 'The node is not ready',
    text: 'A peer says that it has more blocks, so balances may be behind. Sending is off until the node has caught up.',
  },
  account_unknown: {
    title: 'The account’s state is not known yet',
    text: 'Sending needs the balance and the next nonce from the node.',
  },
  watch_only: {
    title: 'This address is only watched',
    text: 'Its keys are not in this wallet, so nothing can be sent from it.',
  },
  mempool_unavailable: {
    title: 'Pending transactions cannot be read',
    text: 'The node’s store of pending transactions is unavailable: confirmed amounts are right, what is under way is not known. Sending is off.',
  },
};

/** Plain words for a reason not to send. */
export function explainBlocker(blocker: SendBlocker): BlockerWords {
  return WORDS[blocker];
}
