import { texts as sharedTexts } from '../../shared/texts.ts';

export const texts = sharedTexts.with({
  'node.title': ['Node', 'Node'],
  'node.text': [
    'The wallet asks this node for your balances, and gives it your signed transfers. It has no key of yours.',
    'Die Wallet fragt diesen Node nach Ihren Guthaben und gibt ihm Ihre signierten Überweisungen. Ihre Schlüssel hat er nicht.',
  ],
  'node.explorer': ['The network in the explorer', 'Das Netzwerk im Explorer'],
  'node.last_answer': ['Last answer', 'Letzte Antwort'],
  'node.none_yet': ['none yet', 'noch keine'],
  'node.height': ['Height', 'Höhe'],
  'node.no_chain': ['no chain', 'keine Chain'],
  'node.peers': ['Peers', 'Peers'],
  'node.no_peers': [
    'None. The node keeps transfers and passes them on once a peer connects.',
    'Keine. Der Node bewahrt Überweisungen auf und gibt sie weiter, sobald sich ein Peer verbindet.',
  ],
  'node.peers_height': [
    { one: '{count}, at height {height}', other: '{count}, up to height {height}' },
    { one: '{count}, auf Höhe {height}', other: '{count}, bis Höhe {height}' },
  ],
  'node.peer_height': ['height {height}', 'Höhe {height}'],
});
export const { t } = texts;
