import { defineTexts } from '@cairn/ui/messages.js';

export const texts = defineTexts({
  en: {
    'node.title': 'Node',
    'node.status': 'Status',
    'node.last_answer': 'Last answer',
    'node.none_yet': 'none yet',
    'node.network': 'Network',
    'node.chain': '{network} (chain ID {chain})',
    'node.height': 'Height',
    'node.no_chain': 'no chain',
    'node.peers': 'Peers',
    'node.no_peers': 'None. The node keeps transfers and passes them on once a peer connects.',
    'node.peers_height': { one: '{count}, at height {height}', other: '{count}, up to height {height}' },
    'node.peer_height': 'height {height}',
  },
  de: {
    'node.title': 'Node',
    'node.status': 'Status',
    'node.last_answer': 'Letzte Antwort',
    'node.none_yet': 'noch keine',
    'node.network': 'Netzwerk',
    'node.chain': '{network} (Chain-ID {chain})',
    'node.height': 'Höhe',
    'node.no_chain': 'keine Chain',
    'node.peers': 'Peers',
    'node.no_peers':
      'Keine. Der Node bewahrt Überweisungen auf und gibt sie weiter, sobald sich ein Peer verbindet.',
    'node.peers_height': { one: '{count}, auf Höhe {height}', other: '{count}, bis Höhe {height}' },
    'node.peer_height': 'Höhe {height}',
  },
});
export const { t } = texts;
