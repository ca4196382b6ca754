/** Why a server’s chain cannot be read: texts of the seal and of the recomputation, in both languages. */
export const CHAIN_REASONS = {
  'reason.unreachable': ['The server did not answer.', 'Der Server hat nicht geantwortet.'],
  'reason.unreadable': ['The server’s answer is malformed.', 'Die Antwort des Servers ist fehlerhaft.'],
  'reason.refused': ['The server does not give what is needed.', 'Der Server gibt nicht, was nötig ist.'],
  'reason.network_unknown': [
    'This site does not know the network.',
    'Diese Website kennt das Netzwerk nicht.',
  ],
  'reason.other_network': ['The server shows another network.', 'Der Server zeigt ein anderes Netzwerk.'],
} as const;
