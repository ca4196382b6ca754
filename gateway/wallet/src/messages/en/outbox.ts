/** Transfers under way: pending, open, replaced. */
export const outbox = {
  'outbox.sending': 'Sending…',
  'outbox.unclear': 'It is not clear whether this transfer arrived',
  'outbox.lost': 'The node no longer has this transfer',
  'outbox.not_sent': 'A signed transfer was not sent',
  'outbox.not_arrived': 'A signed transfer has not arrived',
  'outbox.damaged': 'A signed transfer that was kept is damaged',
  'outbox.damaged_text':
    'What this browser stored of {id} does not fit together: the signed bytes say something else than what was noted beside them. It will not be sent. Look through your activity: the node may have had it before. Until you let it go, nothing else is signed.',
  'outbox.what': '{amount} to {recipient}, nonce {nonce}.',
  'outbox.what_cancels': 'Cancellation of {amount} to {recipient}, nonce {nonce}.',
  'outbox.what_cancellation': 'Cancellation of nonce {nonce}.',
  'outbox.recipient_what': 'recipient',
  'outbox.left_block': 'Block {height} held it, and the chain has replaced that block.',
  'outbox.node_has_not': 'The node does not have it now.',
  'outbox.node_may_have': 'The node may have it.',
  'outbox.safe': 'Sending the same bytes again is safe: it can only be carried out once.',
  'outbox.replaces_open': 'It was signed to take the place of another transfer with this nonce.',
  'outbox.send_now': 'Send it now',
  'outbox.send_again': 'Send the same bytes again',
  'outbox.let_go': 'Let it go',
  'outbox.let_go_sure': 'Let it go?',
  'outbox.let_go_text':
    'The wallet forgets the signed bytes. If the node has them after all, the transfer is still carried out and shows up as pending; then a new transfer would be a second one.',
  'outbox.let_go_yes': 'Forget it',
  'outbox.keep': 'Keep it',
  'outbox.replaced_sped_up': 'A transfer was replaced by one with a higher fee',
  'outbox.replaced_sped_up_cancel': 'A cancellation was replaced by one with a higher fee',
  'outbox.replaced_cancelled': 'A transfer was cancelled',
  'outbox.replaced_other': 'A signed transfer will never be carried out',
  'outbox.replaced_too_late': 'A replacement came too late',
  'outbox.replaced_sped_up_text':
    'The same transfer with the higher fee is in a block; this one never will be.',
  'outbox.replaced_sped_up_cancel_text': 'The one with the higher fee is in a block; this one never will be.',
  'outbox.replaced_cancelled_text':
    'The transaction that took its nonce is in a block: nothing was sent to the recipient, only the fee is spent.',
  'outbox.replaced_other_text': 'A block holds another transaction with its nonce.',
  'outbox.replaced_speed_up_late_text':
    'The original transfer was already in a block: it was carried out once, with the lower fee.',
  'outbox.replaced_cancel_late_text':
    'The transfer that you wanted to cancel was already in a block: it has been carried out.',
  'outbox.instead': 'In its place: {id}',
  'outbox.dismiss': 'I have read this',
  'pending.title': 'Under way',
  'pending.note': 'Pending at the node; confirmed once a block holds them.',
  'pending.to': 'to {recipient}',
  'pending.cancelling': 'Cancellation of nonce {nonce}',
  'pending.cancelling_what': 'Cancellation of {amount} to {recipient}',
  'pending.facts': 'Nonce {nonce}, fee {fee}',
  'pending.since': 'sent {time}',
  'pending.either':
    'It takes the place of another transfer with this nonce. Until a block holds one of the two, it can be either.',
  'pending.left_block':
    'The chain replaced block {height}, which held it. It waits for another block; you need not sign it again.',
  'pending.missing_speed_up':
    'A higher fee was signed, but the node does not have it: this one still stands. Speed it up again to send it.',
  'pending.missing_cancel':
    'A cancellation was signed, but the node does not have it: this transfer still stands. Cancel it again to send it.',
  'pending.behind': 'Waits for the transfer with nonce {nonce} before it.',
  'pending.speed_up': 'Speed up',
  'pending.cancel': 'Cancel',
  'pending.speed_up_label': 'Speed up the transfer with nonce {nonce}',
  'pending.cancel_label': 'Cancel the transfer with nonce {nonce}',
  'replace.original': 'The pending transfer',
  'replace.original_cancel': 'The pending cancellation',
  'replace.confirm_speed_up': 'Send again with a higher fee',
  'replace.confirm_speed_up_cancel': 'Speed up a cancellation',
  'replace.confirm_cancel': 'Cancel a transfer',
  'replace.result_speed_up': 'Transfer with a higher fee',
  'replace.result_speed_up_cancel': 'Cancellation with a higher fee',
  'replace.result_cancel': 'Cancellation',
  'replace.title_speed_up': 'Send again with a higher fee',
  'replace.title_speed_up_cancel': 'Speed up this cancellation',
  'replace.title_cancel': 'Cancel this transfer',
  'replace.rule':
    'A pending transaction can be replaced by one with the same nonce, if its fee is at least 10 % and at least 0.00000001 CRN higher: here {minimum} or more.',
  'replace.speed_up_text':
    'The same transfer is signed once more with a higher fee. Only one of the two can ever be carried out, because both have the same nonce.',
  'replace.speed_up_cancel_text':
    'The cancellation is signed once more with a higher fee. Only one of all the transactions with this nonce can ever be carried out.',
  'replace.cancel_text':
    'A transfer of 0.00000001 CRN to yourself takes this nonce. If a block takes it first, nothing goes to the recipient and you pay the fee.',
  'replace.both':
    'It may come too late: a miner can already have taken the original, or not have seen the replacement. Which of the two happened is certain only once a block holds it.',
  'replace.fee': 'New fee',
  'replace.fee_now': 'Fee now',
  'replace.review': 'Review the replacement',
  'replace.keep': 'Leave it as it is',
  'replace.gone': 'This transfer is not pending any more, so there is nothing to replace.',
} as const;
