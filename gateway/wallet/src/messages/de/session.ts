import type { Translation } from '@cairn/ui/messages.js';
import type { session as english } from '../en/session.ts';

export const session: Translation<typeof english> = {
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
  'access.title': 'Öffnen Sie die Wallet mit dem Wallet-Link',
  'access.accepted.title': 'Der Browser hat die Sitzung nicht behalten',
  'access.accepted.text':
    'Der Wallet-Link war richtig, aber der Browser hat das Cookie nicht behalten. Erlauben Sie Cookies für diese Webadresse.',
  'access.refused.title': 'Dieser Wallet-Link wurde schon benutzt',
  'access.refused.text':
    'Jeder Wallet-Link öffnet die Wallet einmal, in einem Browser. Waren nicht Sie es, starten Sie das Gateway neu.',
  'access.limited.title': 'Zu viele falsche Wallet-Links wurden versucht',
  'access.limited.text':
    'Ihrer wurde nicht geprüft und bleibt gültig: Warten Sie eine Minute und öffnen Sie ihn erneut.',
  'access.failed.title': 'Das Gateway hat nicht geantwortet',
  'access.failed.text':
    'Vielleicht wurde es beendet. Starten Sie es wieder und öffnen Sie den Wallet-Link, den es ausgibt.',
  'access.restarted.title': 'Das Gateway wurde neu gestartet',
  'access.restarted.text':
    'Die Sitzung dieser Seite ist damit beendet. Nichts ist verloren: Signierte Überweisungen bleiben in diesem Browser, und keine wird von selbst gesendet.',
  'access.why':
    'Zu Ihrer Sicherheit öffnet sich die Wallet nur mit dem Wallet-Link, den das Gateway in Ihrem Terminal ausgegeben hat.',
  'access.terminal':
    'Öffnen Sie den letzten Wallet-Link aus dem Terminal, in dem {start} oder {gateway} läuft.',
  'access.file': 'Oder öffnen Sie die Datei {file} neben der Datei {token} des Nodes.',
  'access.kept':
    'Eine in diesem Browser gespeicherte Wallet ist unverändert und öffnet sich wieder mit Ihrem Passwort.',
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
};
