/** The account's address, the results of copying, and payment requests. */
export const receive = {
  'receive.title': 'Receive',
  'receive.qr': 'QR code of the address {address}',
  'receive.requestQr': 'QR code of the payment request',
  'receive.copy': 'Copy address',
  'receive.network':
    'This is a {network} address: only {network} coins can arrive here. Compare all of its characters after pasting or scanning it.',
  'receive.watched':
    'You only watch this address: its keys are not in this wallet, so coins sent to it cannot be spent from here.',
  'receive.request': 'Ask for an amount',
  'receive.requestText': 'A link that fills in the payer’s form.',
  'receive.amount': 'Amount',
  'receive.message': 'Message',
  'receive.messageHint': 'Only the payer sees it.',
  'receive.link': 'Payment request',
  'receive.copyLink': 'Copy link',
  'receive.share': 'Share…',
  'copy.name': 'Copy {what}',
  'copy.copied': 'Copied',
  'copy.checked': 'Copied ✓',
  'copy.unchecked': 'Copied. Compare the address after you paste it.',
  'copy.failed': 'The browser refused to copy. Select the text and copy it by hand.',
  'copy.replaced': 'Something replaced what you copied',
  'copy.replacedShort': 'The clipboard now contains something else: do not paste it.',
  'copy.replacedText':
    'The clipboard no longer holds what this page put there. If you did not copy anything else, a program on this machine may be changing addresses to steal payments: do not paste it, and check the machine.',
  'copy.pasteBack': 'Paste it here to compare',
  'copy.pasteBackHint': 'Nothing is sent anywhere.',
  'copy.same': 'The same, character by character.',
  'copy.different': 'This is not what was copied.',
} as const;
