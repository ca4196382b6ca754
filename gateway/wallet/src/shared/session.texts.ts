import { createPageTexts } from '@cairn/ui/messages.js';

export const texts = createPageTexts({
  'node.connecting': ['Connecting', 'Verbinden'],
  'node.no_access': ['No access', 'Kein Zugang'],
  'node.gateway_down': ['Gateway down', 'Gateway aus'],
  'node.node_down': ['Node down', 'Node aus'],
  'node.bad_answer': ['Bad answer', 'Antwort unbrauchbar'],
  'node.other_network': ['Wrong network', 'Falsches Netzwerk'],
  'node.not_ready': ['Not ready', 'Nicht bereit'],
  'node.loading': ['Loading', 'Lädt'],
  'node.no_mempool': ['Pending unknown', 'Ausstehendes unklar'],
  'node.ready': ['Ready', 'Bereit'],
  'session.no_access.title': ['This page’s session has ended', 'Die Sitzung dieser Seite ist beendet'],
  'session.no_access.text': [
    'Cairn was restarted. Open the wallet link that it printed last, in this browser; this page then goes on. Sending is off.',
    'Cairn wurde neu gestartet. Öffnen Sie in diesem Browser den zuletzt ausgegebenen Wallet-Link, dann geht diese Seite weiter. Senden ist ausgeschaltet.',
  ],
  'session.gateway_down.title': ['The gateway does not answer', 'Das Gateway antwortet nicht'],
  'session.gateway_down.text': [
    'It may have been stopped. Start it again; if it prints a wallet link, open that. Sending is off.',
    'Vielleicht wurde es beendet. Starten Sie es wieder und öffnen Sie den Wallet-Link, falls es einen ausgibt. Senden ist ausgeschaltet.',
  ],
  'session.node_down.title': ['The node cannot be reached', 'Der Node ist nicht erreichbar'],
  'session.node_down.text': [
    '{why} The wallet tries again by itself. Until then, sending is off.',
    '{why} Die Wallet versucht es von selbst wieder. Bis dahin ist Senden ausgeschaltet.',
  ],
  'session.bad_answer.title': ['The node’s answer cannot be used', 'Die Antwort des Nodes ist unbrauchbar'],
  'session.bad_answer.text': ['{why} Sending is off.', '{why} Senden ist ausgeschaltet.'],
  'session.other_network.title': ['Wrong network', 'Falsches Netzwerk'],
  'session.other_network.text': [
    'This wallet is for {wallet}; the node is on {node} (chain ID {chain}), interface version {version}. Sending is off, and nothing from this node is shown as yours.',
    'Diese Wallet gehört zu {wallet}; der Node ist auf {node} (Chain-ID {chain}), Schnittstelle Version {version}. Senden ist ausgeschaltet, und nichts von diesem Node wird als Ihres angezeigt.',
  ],
  'session.not_ready.title': ['The node is not ready', 'Der Node ist nicht bereit'],
  'session.not_ready.text': [
    'It is still reading blocks from its peers, so balances may be behind. Sending is off until it has caught up.',
    'Er holt noch Blöcke von seinen Peers; Guthaben können veraltet sein. Senden ist ausgeschaltet, bis er aufgeholt hat.',
  ],
  'session.no_mempool.title': ['Pending transactions cannot be read', 'Ausstehendes ist nicht lesbar'],
  'session.no_mempool.text': [
    'The node’s store of pending transactions is unavailable: confirmed amounts are right, pending ones are unknown. Sending is off.',
    'Der Speicher des Nodes für ausstehende Transaktionen ist nicht verfügbar: Bestätigte Beträge stimmen, ausstehende sind unbekannt. Senden ist ausgeschaltet.',
  ],
  'session.fork.title': [
    'This node’s chain is a fork of {network}',
    'Die Chain dieses Nodes ist ein Fork von {network}',
  ],
  'session.fork.text': [
    'What you sign here is valid on {network} too. Use keys that hold nothing there.',
    'Was Sie hier signieren, ist auch auf {network} gültig. Verwenden Sie Schlüssel, auf denen dort nichts liegt.',
  ],
  'session.watched.title': ['This address is only watched', 'Diese Adresse wird nur beobachtet'],
  'session.watched.text': [
    'Its key is not in this wallet. The wallet that holds it can sign a transfer that you prepare here, by QR codes.',
    'Ihr Schlüssel ist nicht in dieser Wallet. Die Wallet, die ihn hat, kann per QR-Code eine Überweisung signieren, die Sie hier vorbereiten.',
  ],
  'session.as_of': ['As of {time}; not current.', 'Stand {time}; nicht aktuell.'],
  'session.no_figures': ['Not known at the moment.', 'Zurzeit nicht bekannt.'],
});
export const { t, Rich } = texts;
