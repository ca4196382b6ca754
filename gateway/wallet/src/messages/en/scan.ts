import type { SubmitProblem, TransferCodeProblem } from '@cairn/wallet';

/** Reasons why a scanned code is invalid. */
const invalid = {
  'scan.invalid_length': 'It has the wrong length: a part is missing, or it is not a transfer.',
  'scan.invalid_encoding': 'It is damaged: it contains invalid characters.',
  'scan.invalid_network': 'It is for another network; this wallet is for {wallet}.',
  'scan.invalid_address': 'Its sender or recipient is not a valid address of this network.',
  'scan.invalid_value': 'Its amount is zero.',
  'scan.invalid_nonce': 'Its nonce is 0; nonces begin at 1.',
  'scan.invalid_fee': 'Its fee is unusually high and larger than the amount.',
  'scan.invalid_signature': 'It is not signed by its sender.',
} as const satisfies Readonly<Record<`scan.invalid_${TransferCodeProblem}`, string>>;

/** Reasons why a signed transfer cannot be sent now. */
const refused = {
  'scan.refused_known': 'The node already has this transfer. Activity shows it.',
  'scan.refused_nonce_used':
    'A block already holds another transfer with nonce {nonce}. This one can never be carried out.',
  'scan.refused_nonce_pending': 'Another transfer with nonce {nonce} is pending. Wait until it is confirmed.',
  'scan.refused_replacement_fee':
    'A transfer with nonce {nonce} is pending. To replace it, the fee must be at least 10 % higher.',
  'scan.refused_nonce_gap':
    'An earlier transfer of this account has not reached the node: the next nonce is not {nonce} yet. Send the earlier one first.',
  'scan.refused_balance': 'The account cannot pay the amount and the fee together.',
} as const satisfies Readonly<Record<`scan.refused_${SubmitProblem}`, string>>;

/** Scanning codes, and transfers as codes between two wallets. */
export const scan = {
  ...invalid,
  ...refused,
  'scan.title': 'Scan',
  'scan.card': 'Read a QR code',
  'scan.text':
    'An address, a payment request, or a transfer from another device of yours. Nothing is signed or sent before you confirm it.',
  'scan.start': 'Use the camera',
  'scan.stop': 'Stop the camera',
  'scan.camera': 'Camera picture',
  'scan.file': 'Read an image',
  'scan.paste': 'Or paste the text of the code',
  'scan.paste_hint': 'It begins with cairn: or CAIRN-.',
  'scan.read': 'Read',
  'scan.again': 'Scan another code',
  'scan.from_form': 'Scan a QR code',
  'scan.no_code': 'No QR code found in this image',
  'scan.no_code_text': 'Use a sharp picture with the whole code and its white border.',
  'scan.camera_refused': 'The browser does not allow the camera',
  'scan.camera_refused_text':
    'Allow the camera for this web address in the browser, read an image, or paste the text.',
  'scan.camera_missing': 'No camera found',
  'scan.camera_missing_text': 'Read an image of the code, or paste its text.',
  'scan.not_loaded': 'The code reader could not be loaded',
  'scan.not_loaded_text': 'The gateway may have been stopped. Start it again and retry, or paste the text.',
  'scan.refused': 'This code was refused',
  'scan.other': 'This code is not for this wallet',
  'scan.other_text': 'It is not an address, a payment request or a transfer.',
  'scan.as_text': 'Show as text',
  'scan.copy': 'Copy as text',

  'unsigned.title': 'Have it signed',
  'unsigned.step_scan': 'On the wallet that holds the key of {account}, open “Scan” and scan this code.',
  'unsigned.step_sign': 'Check the details there, then sign.',
  'unsigned.step_back': 'Then scan the code that it shows with this wallet. Only then is anything sent.',
  'unsigned.qr': 'QR code of the unsigned transfer',
  'unsigned.scan': 'Scan the signed transfer',
  'unsigned.show': 'Show the QR code to sign',

  'sign.title': 'Sign this transfer?',
  'sign.text':
    'Another device asks for your signature. Anyone who has the signed transfer can send it, but not change it.',
  'sign.sign': 'Sign',
  'sign.other_account': 'The sender {address} is not an account of this wallet, so it cannot be signed here.',
  'sign.watched_account': 'This wallet only watches {account}: its key is not here, so it cannot be signed.',
  'sign.nonce_used':
    'A block already holds a transfer of this account with nonce {nonce}. This one could never be carried out.',
  'sign.cancels':
    'It cancels the transfer with nonce {nonce} that is pending: it uses up the nonce and sends 1 pebble back to its own account.',
  'sign.twice': 'You signed another transfer with this nonce before',
  'sign.twice_text': '{amount} to {recipient}. Only one of the two can be carried out.',
  'sign.twice_consent': 'I want to sign this one in its place',
  'sign.twice_missing': 'Tick this box to go on.',
  'sign.not_signed': 'Nothing was signed',
  'sign.done': 'Signed',
  'sign.done_text': 'Scan this code with the wallet that watches the account. It sends the transfer.',
  'sign.qr': 'QR code of the signed transfer',

  'submit.title': 'Send this signed transfer?',
  'submit.text': 'Another device signed it. It can no longer be changed.',
  'submit.speed_up':
    'It replaces the pending transfer with nonce {nonce} by the same one with a higher fee. Only one of the two can be carried out.',
  'submit.cancel':
    'It cancels the pending transfer with nonce {nonce}, unless that one gets into a block first.',
  'submit.send': 'Send',
  'submit.other_account':
    'The sender {address} is not in this wallet. Watch that address first, then scan again.',
  'submit.reading': 'Reading the account …',
  'submit.blocked': 'Sending is not possible right now. Nothing was sent; try again.',
} as const;
