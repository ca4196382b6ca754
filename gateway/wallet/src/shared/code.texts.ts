import { texts as sharedTexts } from './texts.ts';

export const texts = sharedTexts.with({
  'code.nonce_too_low': [
    'A block contains another transaction of this account with this nonce.',
    'Ein Block enthält eine andere Transaktion dieses Kontos mit dieser Nonce.',
  ],
  'code.nonce_gap': [
    'An earlier transaction of this account has not reached the node, so this one cannot follow yet.',
    'Eine frühere Transaktion dieses Kontos hat den Node nicht erreicht; diese kann deshalb noch nicht folgen.',
  ],
  'code.insufficient_balance': [
    'The account cannot pay the amount and the fee together.',
    'Das Konto kann Betrag und Gebühr zusammen nicht zahlen.',
  ],
  'code.replacement_fee_too_low': [
    'Another pending transaction has the same nonce. Replacing it takes a fee that is at least 10 % and at least 0.00000001 CRN higher.',
    'Eine andere ausstehende Transaktion hat dieselbe Nonce. Um sie zu ersetzen, muss die Gebühr mindestens 10 % und mindestens 0,00000001 CRN höher sein.',
  ],
  'code.sender_limit': [
    'This account already has as many pending transactions as the node keeps for one sender (64). Wait for a block.',
    'Dieses Konto hat bereits so viele ausstehende Transaktionen, wie der Node je Absender hält (64). Warten Sie auf einen Block.',
  ],
  'code.mempool_full': [
    'The node’s list of pending transactions is full. Your transfer, and your earlier pending ones, must pay more than the cheapest in it.',
    'Die Liste der ausstehenden Transaktionen im Node ist voll. Ihre Überweisung und Ihre früheren, die noch ausstehen, müssen mehr zahlen als die billigste darin.',
  ],
  'code.known': [
    'The node already has this transfer. Activity shows it.',
    'Der Node hat diese Überweisung bereits. Sie steht in der Aktivität.',
  ],
  'code.nonce_pending': [
    'Another transfer with the same nonce is pending. Wait until it is confirmed.',
    'Eine andere Überweisung mit derselben Nonce steht aus. Warten Sie, bis sie bestätigt ist.',
  ],
  'code.unauthorized': [
    'The node does not accept the gateway’s token. Restart the gateway with the node’s own token file.',
    'Der Node akzeptiert das Token des Gateways nicht. Starten Sie das Gateway mit der Token-Datei dieses Nodes neu.',
  ],
  'code.node_not_ready': [
    'The node is starting, or still catching up with its peers.',
    'Der Node startet gerade oder holt noch Blöcke von seinen Peers.',
  ],
  'code.session_expired': [
    'The gateway was restarted, so this page’s session has ended.',
    'Das Gateway wurde neu gestartet; die Sitzung dieser Seite ist damit beendet.',
  ],
  'code.node_timeout': ['The node did not answer in time.', 'Der Node hat nicht rechtzeitig geantwortet.'],
  'code.node_unreachable': [
    'Nothing answers at the node’s address.',
    'An der Adresse des Nodes antwortet nichts.',
  ],
  'code.timeout': ['No answer came in time.', 'Es kam nicht rechtzeitig eine Antwort.'],
  'code.network': ['The connection to the gateway broke.', 'Die Verbindung zum Gateway ist abgebrochen.'],
  'code.unknown': [
    'The request was refused or its answer not understood ({code}): gateway, node and this page may have different versions.',
    'Die Anfrage wurde abgelehnt oder ihre Antwort nicht verstanden ({code}): Vielleicht haben Gateway, Node und diese Seite verschiedene Versionen.',
  ],
  'code.storage_write_failed': [
    'The browser could not store the wallet’s data: its storage is full or switched off. Nothing was changed.',
    'Der Browser konnte die Daten der Wallet nicht speichern: Sein Speicher ist voll oder ausgeschaltet. Es wurde nichts geändert.',
  ],
  'code.storage_unavailable': [
    'This browser does not let the wallet store its data. Allow storage (cookies and site data) for this web address, leave the private window, or use another browser.',
    'Dieser Browser lässt die Wallet keine Daten speichern. Erlauben Sie Speicher (Cookies und Websitedaten) für diese Webadresse, verlassen Sie das private Fenster oder nehmen Sie einen anderen Browser.',
  ],
  'code.vault_unreadable': [
    'The wallet that is stored in this browser cannot be read by this page.',
    'Diese Seite kann die in diesem Browser gespeicherte Wallet nicht lesen.',
  ],
  'code.vault_changed': [
    'Another tab has just changed the stored wallet. Nothing was changed here; try again.',
    'Ein anderer Tab hat die gespeicherte Wallet inzwischen geändert. Hier wurde nichts geändert; versuchen Sie es erneut.',
  ],
  'code.invalid_account_index': ['This account is no longer here.', 'Dieses Konto ist nicht mehr hier.'],
  'code.wallet_locked': [
    'The wallet has been locked. Nothing was changed.',
    'Die Wallet wurde inzwischen gesperrt. Es wurde nichts geändert.',
  ],
  'code.wallet_full': [
    'The wallet has no room for another entry of this kind. Remove one first.',
    'Die Wallet hat keinen Platz für einen weiteren Eintrag dieser Art. Entfernen Sie zuerst einen.',
  ],
  'code.not_a_vault_file': ['This file is not an exported wallet.', 'Diese Datei ist keine Wallet.'],
  'code.vault_other_network': [
    'This wallet is for another network than the gateway’s.',
    'Diese Wallet ist für ein anderes Netzwerk als das des Gateways.',
  ],
  'code.wrong_password': ['This password does not open the wallet.', 'Das Passwort öffnet die Wallet nicht.'],
  'code.no_test_coins': [
    'The devnet’s faucet could not pay, or no answer came. Try again, or mine some blocks to this account.',
    'Der Faucet des Devnets konnte nicht zahlen, oder es kam keine Antwort. Versuchen Sie es erneut oder minen Sie einige Blöcke für dieses Konto.',
  ],
  'failure.unknown': ['An unexpected error occurred ({name}).', 'Ein unerwarteter Fehler trat auf ({name}).'],
});
export const { t, Rich } = texts;
