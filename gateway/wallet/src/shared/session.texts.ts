import { defineTexts } from '@cairn/ui/messages.js';

export const texts = defineTexts({
  en: {
    'blocker.no_answer.title': 'The node does not answer',
    'blocker.no_answer.text':
      'Balances and history may be out of date. Sending is off until it answers again.',
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
    'session.node_down.text':
      '{why} The gateway retries automatically. Sending is off until the node answers.',
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
  },
  de: {
    'blocker.no_answer.title': 'Der Node antwortet nicht',
    'blocker.no_answer.text':
      'Guthaben und Verlauf können veraltet sein. Senden ist ausgeschaltet, bis er wieder antwortet.',
    'blocker.wrong_network.title': 'Falsches Netzwerk',
    'blocker.wrong_network.text':
      'Der Node gehört zu einem anderen Netzwerk als diese Wallet. Senden ist ausgeschaltet, und keine Daten dieses Nodes werden als Ihre angezeigt.',
    'blocker.wrong_chain.title': 'Falsche Chain',
    'blocker.wrong_chain.text':
      'Der Node nennt das richtige Netzwerk, aber eine andere Chain. Senden ist ausgeschaltet, und keine Daten dieses Nodes werden als Ihre angezeigt.',
    'blocker.wrong_version.title': 'Der Node hat eine andere Version',
    'blocker.wrong_version.text':
      'Seine Schnittstelle ist nicht die, für die diese Seite gemacht ist; seine Zahlen könnten etwas anderes bedeuten. Senden ist ausgeschaltet.',
    'blocker.not_initialized.title': 'Der Node hat noch keine Chain',
    'blocker.not_initialized.text': 'Er ist nicht initialisiert. Senden ist ausgeschaltet.',
    'blocker.syncing.title': 'Der Node synchronisiert',
    'blocker.syncing.text':
      'Er holt noch Blöcke von seinen Peers; Guthaben können veraltet sein. Senden ist ausgeschaltet, bis er fertig ist.',
    'blocker.not_ready.title': 'Der Node ist nicht bereit',
    'blocker.not_ready.text':
      'Ein Peer meldet mehr Blöcke; Guthaben können veraltet sein. Senden ist ausgeschaltet, bis der Node aufgeholt hat.',
    'blocker.account_unknown.title': 'Der Stand des Kontos ist noch nicht bekannt',
    'blocker.account_unknown.text': 'Zum Senden sind das Guthaben und die nächste Nonce vom Node nötig.',
    'blocker.mempool_unavailable.title': 'Ausstehende Transaktionen sind nicht lesbar',
    'blocker.mempool_unavailable.text':
      'Der Speicher des Nodes für ausstehende Transaktionen ist nicht verfügbar: Bestätigte Beträge stimmen, ausstehende sind unbekannt. Senden ist ausgeschaltet.',
    'blocker.watch_only.title': 'Diese Adresse wird nur beobachtet',
    'blocker.watch_only.text':
      'Ihr Schlüssel ist nicht in dieser Wallet. Die Wallet, die ihn hat, kann per QR-Code eine Überweisung signieren, die Sie hier vorbereiten.',
    'session.mismatch': 'Diese Wallet: {wallet}. Node: {node}.',
    'session.mismatch_gateway': 'Diese Wallet: {wallet}. Gateway: {gateway}. Node: {node}.',
    'session.node_chain': '{network} (Chain-ID {chain})',
    'session.no_answer': 'keine Antwort',
    'session.offline.title': 'Dieses Gerät ist offline',
    'session.offline.text':
      'Der Browser hat kein Netzwerk, und das Gateway ist nicht erreichbar. Nichts ist verloren: Signierte Überweisungen sind gespeichert, und die Seite verbindet sich von selbst wieder.',
    'session.isolated.title': 'Dieses Gerät hat kein Netzwerk',
    'session.isolated.text':
      'Der Node auf diesem Gerät antwortet, erreicht aber keinen Peer: Eine Überweisung wartet hier, bis sie weitergegeben werden kann.',
    'session.gateway_down.title': 'Das Gateway antwortet nicht',
    'session.gateway_down.text':
      'Vielleicht wurde es beendet. Starten Sie es wieder und öffnen Sie den Wallet-Link, falls es einen ausgibt. Senden ist ausgeschaltet.',
    'session.node_down.title': 'Der Node ist nicht erreichbar',
    'session.node_down.text':
      '{why} Das Gateway versucht es von selbst erneut. Senden ist ausgeschaltet, bis der Node antwortet.',
    'session.session_refused.title': 'Die Sitzung dieser Seite beim Gateway ist beendet',
    'session.session_refused.text':
      'Das Gateway wurde neu gestartet. Öffnen Sie den zuletzt ausgegebenen Wallet-Link; gespeicherte Überweisungen sind noch hier. Senden ist ausgeschaltet.',
    'session.bad_answer.title': 'Die Antwort des Nodes ist unbrauchbar',
    'session.bad_answer.text': '{why} Senden ist ausgeschaltet.',
    'session.page_fault.title': 'Auf dieser Seite ist ein Fehler aufgetreten',
    'session.page_fault.text':
      'Beim Lesen der Antwort des Nodes ging etwas schief ({code}). Laden Sie die Seite neu; Senden ist ausgeschaltet.',
    'session.as_of': 'Stand {time}; nicht aktuell.',
    'session.figures_as_of': 'Die Zahlen unten sind von {time} und können veraltet sein.',
    'session.no_figures': 'Nicht bekannt, bis der Node antwortet.',
    'session.not_shown': 'Nicht angezeigt: Der Node gehört zu einem anderen Netzwerk.',
    'badge.connecting': 'Verbinden',
    'badge.offline': 'Offline',
    'badge.gateway_down': 'Gateway aus',
    'badge.session_refused': 'Kein Zugang',
    'badge.node_down': 'Node aus',
    'badge.bad_answer': 'Antwort unbrauchbar',
    'badge.page_fault': 'Seitenfehler',
    'badge.wrong_network': 'Falsches Netzwerk',
    'badge.wrong_chain': 'Falsche Chain',
    'badge.wrong_version': 'Andere Version',
    'badge.not_initialized': 'Keine Chain',
    'badge.syncing': 'Synchronisiert',
    'badge.not_ready': 'Nicht bereit',
    'badge.mempool_unavailable': 'Ausstehendes unklar',
    'badge.ready': 'Bereit',
  },
});
export const { t, Rich } = texts;
