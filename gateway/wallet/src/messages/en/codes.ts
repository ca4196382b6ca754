import type { RejectionReason, RpcErrorCode, TransportErrorKind } from '@cairn/api/rpc';

/** Every `reason` of a node for rejecting a transaction (PROTOCOL.md section 7). */
export const reasons = {
  'reason.nonce_too_low': 'A block contains another transaction of this account with this nonce.',
  'reason.nonce_gap':
    'An earlier transaction of this account has not reached the node, so this one cannot follow yet.',
  'reason.insufficient_balance': 'The account cannot pay the amount and the fee together.',
  'reason.fee_too_low': 'The fee is below the node’s minimum of 0.00000001 CRN.',
  'reason.replacement_fee_too_low':
    'Another pending transaction has the same nonce. Replacing it takes a fee that is at least 10 % and at least 0.00000001 CRN higher.',
  'reason.sender_limit':
    'This account already has as many pending transactions as the node keeps for one sender (64). Wait for a block.',
  'reason.mempool_full':
    'The node’s list of pending transactions is full. Your transfer, and your earlier pending ones, must pay more than the cheapest in it.',
  'reason.wrong_chain': 'The transaction was signed for another network than the node’s.',
  'reason.bad_signature': 'The node does not accept the signature.',
  'reason.bad_address': 'The node does not accept one of the two addresses.',
  'reason.zero_value': 'The amount must be at least 0.00000001 CRN.',
  'reason.already_confirmed': 'A block already holds this transaction.',
} as const satisfies Readonly<Record<`reason.${RejectionReason}`, string>>;

/** Every error code of the private RPC (interface document, section 7.2). */
const rpc = {
  'code.invalid_address': 'The node does not accept the address.',
  'code.invalid_limit': 'The node rejected this page’s request (number of entries).',
  'code.invalid_cursor':
    'The node no longer knows this position in the history. Start from the newest entries.',
  'code.invalid_height': 'The node rejected this page’s request (height).',
  'code.invalid_transaction_encoding': 'The transaction arrived damaged and was not processed.',
  'code.invalid_transaction_length': 'The node got a transaction of the wrong length.',
  'code.invalid_transaction': 'The node could not read the transaction.',
  'code.unauthorized':
    'The node does not accept the gateway’s token. Restart the gateway with the node’s own token file.',
  'code.block_not_found': 'The node has no such block.',
  'code.not_found': 'The gateway or the node does not know this request: their versions may differ.',
  'code.method_not_allowed':
    'The gateway or the node does not accept this request: their versions may differ.',
  'code.request_too_large': 'The request was larger than a transaction can be.',
  'code.unsupported_media_type':
    'The request was not understood: the versions of gateway and page may differ.',
  'code.transaction_rejected': 'The node rejected the transaction without giving a reason.',
  'code.internal_error': 'The node or the gateway failed while it processed this. Its log says why.',
  'code.node_not_ready': 'The node is starting, or still catching up with its peers.',
  'code.mempool_unavailable': 'The node’s store of pending transactions failed while it processed this one.',
} as const satisfies Readonly<Record<`code.${RpcErrorCode}`, string>>;

/** For codes with which the gateway refuses requests that this page never sends. */
const CHANGED_REQUEST =
  'The gateway refused the request ({code}): a browser extension or a proxy may have changed it.';

/** Every error code that the gateway has in addition to those of the RPC. */
const gateway = {
  'code.malformed_request': 'The gateway could not read the request.',
  'code.request_timeout': 'The request did not reach the gateway in time.',
  'code.headers_too_large': 'The gateway refused the request: the browser sent too many headers.',
  'code.upgrade_refused': CHANGED_REQUEST,
  'code.http_version_not_supported': CHANGED_REQUEST,
  'code.expectation_failed': CHANGED_REQUEST,
  'code.invalid_target': CHANGED_REQUEST,
  'code.misdirected_request':
    'The page was opened under another host name than the gateway’s. Open the wallet link that the gateway printed.',
  'code.moved': 'The gateway is at another web address. Open the wallet link that it printed.',
  'code.cross_origin':
    'The gateway mistook the request for one of another page. Close other tabs of this web address and reload.',
  'code.session_expired': 'The gateway was restarted, so this page’s session has ended.',
  'code.launch_refused': 'The wallet link that opened this page is no longer valid.',
  'code.invalid_query': 'The gateway does not accept this page’s request: their versions may differ.',
  'code.unexpected_body': CHANGED_REQUEST,
  'code.length_required': CHANGED_REQUEST,
  'code.node_timeout': 'The node did not answer in time.',
  'code.node_unreachable': 'The gateway has no connection to the node.',
  'code.node_bad_response': 'The node gave an answer that the gateway does not forward.',
} as const;

/** Codes of the page: no usable answer arrived, or the receipt is for another transaction. */
const transport = {
  'code.timeout': 'No answer came in time.',
  'code.network': 'The connection to the gateway broke.',
  'code.not_json':
    'The answer could not be understood: the versions of gateway, node and this page may differ.',
  'code.unexpected_shape':
    'The answer could not be understood: the versions of gateway, node and this page may differ.',
  'code.unexpected_receipt': 'The node sent a receipt for another transaction.',
  'code.foreign_answer': 'The answer was about another account or network than the one asked about.',
} as const satisfies Readonly<Record<`code.${TransportErrorKind}`, string>> &
  Readonly<Record<string, string>>;

/** Texts for all error codes of node, gateway and page. */
export const codes = {
  ...reasons,
  ...rpc,
  ...gateway,
  ...transport,
  'code.unknown': 'The answer was “{code}”.',
} as const;
