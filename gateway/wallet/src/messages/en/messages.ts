/** Signing and verifying messages. */
export const messages = {
  'messages.title': 'Messages',
  'messages.sign': 'Sign a message',
  'messages.sign_text':
    'A signature proves that you hold the key of {account}. It moves no coins and cannot be used as a transfer.',
  'messages.sign_warning':
    'Sign only what you understand: the signature shows others that the text is yours.',
  'messages.text': 'Message',
  'messages.empty': 'Enter a message.',
  'messages.long': 'At most {count} bytes.',
  'messages.sign_button': 'Sign',
  'messages.watched': 'The keys of this address are not in this wallet, so it cannot sign.',
  'messages.signed': 'Signed message',
  'messages.signed_text': 'Send all of it: the text, the address and the signature.',
  'messages.copy': 'Copy the signed message',
  'messages.verify': 'Verify a message',
  'messages.verify_text': 'Paste a signed message as you received it.',
  'messages.block': 'Signed message to verify',
  'messages.verify_button': 'Verify',
  'messages.valid': 'The signature is valid',
  'messages.valid_text': 'The holder of this address signed exactly this text:',
  'messages.by': 'Signed by',
  'messages.invalid': 'The signature is not valid',
  'messages.invalid_text':
    'Text, address and signature do not belong together: one of them was changed, or it was signed by another key.',
  'messages.unreadable':
    'This is not a complete signed message. It begins with “-----BEGIN CAIRN SIGNED MESSAGE-----”.',
} as const;
