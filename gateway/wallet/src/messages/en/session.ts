import type { SendBlocker } from '@cairn/wallet';

/** Reasons why sending is not possible. */
const blockers = {
  'blocker.no_answer.title': 'The node does not answer',
  'blocker.no_answer.text': 'Balances and history may be out of date. Sending is off until it answers again.',
  'blocker.wrong_network.title': 'Wrong network',
  'blocker.wrong_network.text':
    'The node is on another network than this wallet. Sending is off, and nothing from this node is shown as yours.',
  'blocker.wrong_chain.title': 'Wrong chain',
  'blocker.wrong_chain.text':
    'The node names the right network but another chain. Sending is off, and nothing from this node is shown as yours.',
  'blocker.wrong_version.title': 'The node speaks another version',
  'blocker.wrong_version.text':
    'Its interface differs from the one that this page supports, so its figures may be misread. Sending is off.',
  'blocker.not_initialized.title': 'The node has no chain yet',
  'blocker.not_initialized.text': 'It has not been initialized. Sending is off.',
  'blocker.syncing.title': 'The node is synchronizing',
  'blocker.syncing.text':
    'It is still reading blocks from its peers, so balances may be behind. Sending is off until it is done.',
  'blocker.not_ready.title': 'The node is not ready',
  'blocker.not_ready.text':
    'A peer says that it has more blocks, so balances may be behind. Sending is off until the node has caught up.',
  'blocker.account_unknown.title': 'The account’s state is not known yet',
  'blocker.account_unknown.text': 'Sending needs the balance and the next nonce from the node.',
  'blocker.mempool_unavailable.title': 'Pending transactions cannot be read',
  'blocker.mempool_unavailable.text':
    'The node’s store of pending transactions is unavailable: confirmed amounts are right, pending ones are unknown. Sending is off.',
  'blocker.watch_only.title': 'This address is only watched',
  'blocker.watch_only.text':
    'Its key is not in this wallet. The wallet that holds it can sign a transfer that you prepare here, by QR codes.',
} as const satisfies Readonly<Record<`blocker.${SendBlocker}.${'title' | 'text'}`, string>>;

/** Shown to a browser without a session. */
const access = {
  'access.title': 'Use the wallet link to open the wallet',
  'access.accepted.title': 'The browser did not keep the session',
  'access.accepted.text':
    'The wallet link was right, but the browser did not keep the cookie. Allow cookies for this web address.',
  'access.refused.title': 'This wallet link was already used',
  'access.refused.text':
    'Each wallet link opens the wallet in one browser, once. If it was not you who used it, restart the gateway.',
  'access.limited.title': 'Too many wrong wallet links were tried',
  'access.limited.text': 'Yours was not checked and stays valid: wait a minute and open it again.',
  'access.failed.title': 'The gateway did not answer',
  'access.failed.text': 'It may have been stopped. Start it again and open the wallet link that it prints.',
  'access.restarted.title': 'The gateway was restarted',
  'access.restarted.text':
    'The session of this page ended with it. Nothing is lost: signed transfers are stored in this browser, and none is sent automatically.',
  'access.why':
    'For your security, the wallet opens only with the wallet link that the gateway printed in your terminal.',
  'access.terminal': 'Open the last wallet link in the terminal where {start} or {gateway} runs.',
  'access.file': 'Or open the file {file}, which is beside the node’s {token}.',
  'access.kept': 'A wallet stored in this browser is unchanged and opens with your password.',
} as const;

/** Problems of the connection to the node, and the age of data. */
export const session = {
  ...blockers,
  ...access,
  'session.mismatch': 'This wallet: {wallet}. Node: {node}.',
  'session.mismatch_gateway': 'This wallet: {wallet}. Gateway: {gateway}. Node: {node}.',
  'session.node_chain': '{network} (chain ID {chain})',
  'session.no_answer': 'no answer',
  'session.offline.title': 'This device is offline',
  'session.offline.text':
    'The browser has no network, and the gateway cannot be reached. Nothing is lost: signed transfers are stored, and the page reconnects automatically.',
  'session.isolated.title': 'This device has no network',
  'session.isolated.text':
    'The node on this machine answers, but it cannot reach any peer: transfers wait here until it can.',
  'session.gateway_down.title': 'The gateway does not answer',
  'session.gateway_down.text':
    'It may have been stopped. Start it again; if it prints a wallet link, open that. Sending is off.',
  'session.node_down.title': 'The node cannot be reached',
  'session.node_down.text': '{why} The gateway retries automatically. Sending is off until the node answers.',
  'session.session_refused.title': 'This page’s session with the gateway has ended',
  'session.session_refused.text':
    'The gateway was restarted. Open the wallet link that it printed last; stored transfers are still here. Sending is off.',
  'session.bad_answer.title': 'The node’s answer cannot be used',
  'session.bad_answer.text': '{why} Sending is off.',
  'session.page_fault.title': 'An error occurred in this page',
  'session.page_fault.text':
    'Something went wrong while it read the node’s answer ({code}). Reload the page; sending is off.',
  'session.as_of': 'As of {time}; not current.',
  'session.figures_as_of': 'The figures below are from {time} and may be out of date.',
  'session.no_figures': 'Not known until the node answers.',
  'session.not_shown': 'Not shown: the node is on another network.',
  'badge.connecting': 'Connecting',
  'badge.offline': 'Offline',
  'badge.gateway_down': 'Gateway down',
  'badge.session_refused': 'No access',
  'badge.node_down': 'Node down',
  'badge.bad_answer': 'Bad answer',
  'badge.page_fault': 'Page error',
  'badge.wrong_network': 'Wrong network',
  'badge.wrong_chain': 'Wrong chain',
  'badge.wrong_version': 'Other version',
  'badge.not_initialized': 'No chain',
  'badge.syncing': 'Synchronizing',
  'badge.not_ready': 'Not ready',
  'badge.mempool_unavailable': 'Pending unknown',
  'badge.ready': 'Ready',
} as const;
