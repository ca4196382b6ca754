import { defineTexts } from '@cairn/ui/messages.js';
import { texts as sharedTexts } from './texts.ts';

export const texts = defineTexts(
  {
    en: {
      'reason.nonce_too_low': 'A block contains another transaction of this account with this nonce.',
      'reason.nonce_gap':
        'An earlier transaction of this account has not reached the node, so this one cannot follow yet.',
      'reason.insufficient_balance': 'The account cannot pay the amount and the fee together.',
      'reason.fee_too_low': 'The fee is below the node’s minimum of 0.00000001 CRN.',
      'reason.replacement_fee_too_low':
        'Another pending transaction has the same nonce. Replacing it takes a fee that is at least 10 % and at least 0.00000001 CRN higher.',
      'reason.sender_limit':
        'This account already has as many pending transactions as the node keeps for one sender (64). Wait for a block.',
      'reason.mempool_full':
        'The node’s list of pending transactions is full. Your transfer, and your earlier pending ones, must pay more than the cheapest in it.',
      'reason.wrong_chain': 'The transaction was signed for another network than the node’s.',
      'reason.bad_signature': 'The node does not accept the signature.',
      'reason.bad_address': 'The node does not accept one of the two addresses.',
      'reason.zero_value': 'The amount must be at least 0.00000001 CRN.',
      'reason.already_confirmed': 'A block already holds this transaction.',
      'code.invalid_address': 'The node does not accept the address.',
      'code.invalid_limit': 'The node rejected this page’s request (number of entries).',
      'code.invalid_cursor':
        'The node no longer knows this position in the history. Start from the newest entries.',
      'code.invalid_height': 'The node rejected this page’s request (height).',
      'code.invalid_transaction_encoding': 'The transaction arrived damaged and was not processed.',
      'code.invalid_transaction_length': 'The node got a transaction of the wrong length.',
      'code.invalid_transaction': 'The node could not read the transaction.',
      'code.unauthorized':
        'The node does not accept the gateway’s token. Restart the gateway with the node’s own token file.',
      'code.block_not_found': 'The node has no such block.',
      'code.not_found': 'The gateway or the node does not know this request: their versions may differ.',
      'code.method_not_allowed':
        'The gateway or the node does not accept this request: their versions may differ.',
      'code.request_too_large': 'The request was larger than a transaction can be.',
      'code.unsupported_media_type':
        'The request was not understood: the versions of gateway and page may differ.',
      'code.transaction_rejected': 'The node rejected the transaction without giving a reason.',
      'code.internal_error': 'The node or the gateway failed while it processed this. Its log says why.',
      'code.node_not_ready': 'The node is starting, or still catching up with its peers.',
      'code.mempool_unavailable':
        'The node’s store of pending transactions failed while it processed this one.',
      'code.malformed_request': 'The gateway could not read the request.',
      'code.request_timeout': 'The request did not reach the gateway in time.',
      'code.headers_too_large': 'The gateway refused the request: the browser sent too many headers.',
      'code.upgrade_refused':
        'The gateway refused the request ({code}): a browser extension or a proxy may have changed it.',
      'code.http_version_not_supported':
        'The gateway refused the request ({code}): a browser extension or a proxy may have changed it.',
      'code.expectation_failed':
        'The gateway refused the request ({code}): a browser extension or a proxy may have changed it.',
      'code.invalid_target':
        'The gateway refused the request ({code}): a browser extension or a proxy may have changed it.',
      'code.misdirected_request':
        'The page was opened under another host name than the gateway’s. Open the wallet link that the gateway printed.',
      'code.moved': 'The gateway is at another web address. Open the wallet link that it printed.',
      'code.cross_origin':
        'The gateway mistook the request for one of another page. Close other tabs of this web address and reload.',
      'code.session_expired': 'The gateway was restarted, so this page’s session has ended.',
      'code.launch_refused': 'The wallet link that opened this page is no longer valid.',
      'code.invalid_query': 'The gateway does not accept this page’s request: their versions may differ.',
      'code.unexpected_body':
        'The gateway refused the request ({code}): a browser extension or a proxy may have changed it.',
      'code.length_required':
        'The gateway refused the request ({code}): a browser extension or a proxy may have changed it.',
      'code.node_timeout': 'The node did not answer in time.',
      'code.node_unreachable': 'The gateway has no connection to the node.',
      'code.node_bad_response': 'The node gave an answer that the gateway does not forward.',
      'code.timeout': 'No answer came in time.',
      'code.network': 'The connection to the gateway broke.',
      'code.not_json':
        'The answer could not be understood: the versions of gateway, node and this page may differ.',
      'code.unexpected_shape':
        'The answer could not be understood: the versions of gateway, node and this page may differ.',
      'code.unexpected_receipt': 'The node sent a receipt for another transaction.',
      'code.foreign_answer': 'The answer was about another account or network than the one asked about.',
      'code.unknown': 'The answer was “{code}”.',
      'failure.storage':
        'The browser could not store the wallet’s data: its storage may be switched off. Nothing was changed.',
      'failure.storageFull':
        'The browser has no room left for the wallet’s data. Nothing was changed. Free some space on this device, or remove the data of other sites, and try again.',
      'failure.storageUnavailable':
        'This browser does not let the wallet store its data. Allow storage (cookies and site data) for this web address, leave the private window, or use another browser.',
      'failure.vaultUnreadable': 'The wallet that is stored in this browser cannot be read by this page.',
      'failure.vaultNewer':
        'It was written by a newer version of the wallet. Start that version; nothing was changed.',
      'failure.vaultChanged':
        'Another tab has just changed the stored wallet. Nothing was changed here; try again.',
      'failure.locked': 'The wallet has been locked. Nothing was changed.',
      'failure.invalidContents': 'The wallet cannot store this: it is too long, or there is too much of it.',
      'failure.tooManyAccounts': 'This wallet already lists as many accounts as it can.',
      'failure.invalidWatchAddress': 'This is not an address of this network.',
      'failure.lastAccount': 'A wallet needs at least one of its own accounts.',
      'failure.notAVaultFile': 'This file is not an exported wallet.',
      'failure.vaultOtherNetwork': 'This wallet is for another network than the gateway’s.',
      'failure.wrongPassword': 'This password does not open the wallet.',
      'failure.passwordShort': 'The password is too short.',
      'failure.noAccount': 'This account is not in the wallet.',
      'failure.planMismatch': 'This transfer belongs to another account or chain.',
      'failure.noTestCoins':
        'No development account could pay. Start a new devnet, or mine some blocks to this account.',
      'failure.unknown': 'An unexpected error occurred ({name}).',
    },
    de: {
      'reason.nonce_too_low': 'Ein Block enthält eine andere Transaktion dieses Kontos mit dieser Nonce.',
      'reason.nonce_gap':
        'Eine frühere Transaktion dieses Kontos hat den Node nicht erreicht; diese kann deshalb noch nicht folgen.',
      'reason.insufficient_balance': 'Das Konto kann Betrag und Gebühr zusammen nicht zahlen.',
      'reason.fee_too_low':
        'Die Gebühr ist niedriger, als der Node annimmt. Die kleinste ist 0,00000001 CRN.',
      'reason.replacement_fee_too_low':
        'Eine andere ausstehende Transaktion hat dieselbe Nonce. Um sie zu ersetzen, muss die Gebühr mindestens 10 % und mindestens 0,00000001 CRN höher sein.',
      'reason.sender_limit':
        'Dieses Konto hat bereits so viele ausstehende Transaktionen, wie der Node je Absender hält (64). Warten Sie auf einen Block.',
      'reason.mempool_full':
        'Die Liste der ausstehenden Transaktionen im Node ist voll. Ihre Überweisung und Ihre früheren, die noch ausstehen, müssen mehr zahlen als die billigste darin.',
      'reason.wrong_chain': 'Die Transaktion wurde für ein anderes Netzwerk als das des Nodes signiert.',
      'reason.bad_signature': 'Der Node lehnt die Signatur ab.',
      'reason.bad_address': 'Der Node lehnt eine der beiden Adressen ab.',
      'reason.zero_value': 'Der Betrag muss mindestens 0,00000001 CRN sein.',
      'reason.already_confirmed': 'Ein Block enthält diese Transaktion bereits.',
      'code.invalid_address': 'Der Node lehnt die Adresse ab.',
      'code.invalid_limit': 'Der Node lehnt die Seitengröße ab.',
      'code.invalid_cursor':
        'Der Node kennt diese Stelle im Verlauf nicht mehr. Beginnen Sie bei den neuesten Einträgen.',
      'code.invalid_height': 'Der Node lehnt die Höhe ab.',
      'code.invalid_transaction_encoding': 'Die Transaktion kam beschädigt an und wurde nicht gelesen.',
      'code.invalid_transaction_length': 'Die Transaktion kam mit falscher Länge beim Node an.',
      'code.invalid_transaction': 'Der Node konnte die Transaktion nicht lesen.',
      'code.unauthorized':
        'Der Node akzeptiert das Token des Gateways nicht. Starten Sie das Gateway mit der Token-Datei dieses Nodes neu.',
      'code.block_not_found': 'Der Node hat keinen solchen Block.',
      'code.not_found':
        'Gateway oder Node kennen diese Anfrage nicht: Vielleicht haben sie verschiedene Versionen.',
      'code.method_not_allowed':
        'Gateway oder Node nehmen diese Anfrage nicht an: Vielleicht haben sie verschiedene Versionen.',
      'code.request_too_large': 'Die Anfrage war größer, als eine Transaktion sein kann.',
      'code.unsupported_media_type':
        'Die Anfrage wurde nicht verstanden: Vielleicht haben Gateway und Seite verschiedene Versionen.',
      'code.transaction_rejected': 'Der Node hat die Transaktion nicht angenommen und keinen Grund genannt.',
      'code.internal_error':
        'Beim Node oder Gateway ist ein Fehler aufgetreten. Sein Protokoll nennt den Grund.',
      'code.node_not_ready': 'Der Node startet gerade oder holt noch Blöcke von seinen Peers.',
      'code.mempool_unavailable':
        'Der Speicher des Nodes für ausstehende Transaktionen ist bei dieser Transaktion ausgefallen.',
      'code.malformed_request': 'Das Gateway konnte die Anfrage nicht lesen.',
      'code.request_timeout': 'Die Anfrage hat das Gateway nicht rechtzeitig erreicht.',
      'code.headers_too_large':
        'Das Gateway hat die Anfrage abgelehnt: Der Browser hat zu viele Header gesendet.',
      'code.upgrade_refused':
        'Das Gateway hat die Anfrage abgelehnt ({code}): Vielleicht hat eine Browsererweiterung oder ein Proxy sie verändert.',
      'code.http_version_not_supported':
        'Das Gateway hat die Anfrage abgelehnt ({code}): Vielleicht hat eine Browsererweiterung oder ein Proxy sie verändert.',
      'code.expectation_failed':
        'Das Gateway hat die Anfrage abgelehnt ({code}): Vielleicht hat eine Browsererweiterung oder ein Proxy sie verändert.',
      'code.invalid_target':
        'Das Gateway hat die Anfrage abgelehnt ({code}): Vielleicht hat eine Browsererweiterung oder ein Proxy sie verändert.',
      'code.misdirected_request':
        'Die Seite wurde unter einem anderen Namen als dem des Gateways geöffnet. Öffnen Sie den Wallet-Link, den das Gateway ausgegeben hat.',
      'code.moved':
        'Das Gateway hat eine andere Webadresse. Öffnen Sie den Wallet-Link, den es ausgegeben hat.',
      'code.cross_origin':
        'Das Gateway hielt die Anfrage für die einer anderen Seite. Schließen Sie andere Tabs dieser Webadresse und laden Sie neu.',
      'code.session_expired': 'Das Gateway wurde neu gestartet; die Sitzung dieser Seite ist damit beendet.',
      'code.launch_refused': 'Der Wallet-Link, mit dem diese Seite geöffnet wurde, gilt nicht mehr.',
      'code.invalid_query':
        'Das Gateway nimmt diese Anfrage nicht an: Vielleicht haben Seite und Gateway verschiedene Versionen.',
      'code.unexpected_body':
        'Das Gateway hat die Anfrage abgelehnt ({code}): Vielleicht hat eine Browsererweiterung oder ein Proxy sie verändert.',
      'code.length_required':
        'Das Gateway hat die Anfrage abgelehnt ({code}): Vielleicht hat eine Browsererweiterung oder ein Proxy sie verändert.',
      'code.node_timeout': 'Der Node hat nicht rechtzeitig geantwortet.',
      'code.node_unreachable': 'Das Gateway hat keine Verbindung zum Node.',
      'code.node_bad_response': 'Der Node gab eine Antwort, die das Gateway nicht weitergibt.',
      'code.timeout': 'Es kam nicht rechtzeitig eine Antwort.',
      'code.network': 'Die Verbindung zum Gateway ist abgebrochen.',
      'code.not_json':
        'Die Antwort war unverständlich: Vielleicht haben Gateway, Node und diese Seite verschiedene Versionen.',
      'code.unexpected_shape':
        'Die Antwort war unverständlich: Vielleicht haben Gateway, Node und diese Seite verschiedene Versionen.',
      'code.unexpected_receipt': 'Die Quittung galt etwas anderem.',
      'code.foreign_answer': 'Die Antwort betraf ein anderes Konto oder Netzwerk als das gefragte.',
      'code.unknown': 'Die Antwort war „{code}“.',
      'failure.storage':
        'Der Browser konnte die Daten der Wallet nicht speichern: Vielleicht ist sein Speicher ausgeschaltet. Es wurde nichts geändert.',
      'failure.storageFull':
        'Im Browser ist kein Platz mehr für die Daten der Wallet. Es wurde nichts geändert. Schaffen Sie Platz auf diesem Gerät oder löschen Sie Daten anderer Websites, und versuchen Sie es erneut.',
      'failure.storageUnavailable':
        'Dieser Browser lässt die Wallet keine Daten speichern. Erlauben Sie Speicher (Cookies und Websitedaten) für diese Webadresse, verlassen Sie das private Fenster oder nehmen Sie einen anderen Browser.',
      'failure.vaultUnreadable': 'Diese Seite kann die in diesem Browser gespeicherte Wallet nicht lesen.',
      'failure.vaultNewer':
        'Sie wurde von einer neueren Version der Wallet geschrieben. Starten Sie jene Version; es wurde nichts geändert.',
      'failure.vaultChanged':
        'Ein anderer Tab hat die gespeicherte Wallet inzwischen geändert. Hier wurde nichts geändert; versuchen Sie es erneut.',
      'failure.locked': 'Die Wallet wurde inzwischen gesperrt. Es wurde nichts geändert.',
      'failure.invalidContents': 'Das passt nicht in die Wallet: Es ist zu lang oder zu viel.',
      'failure.tooManyAccounts': 'Diese Wallet listet bereits so viele Konten, wie sie kann.',
      'failure.invalidWatchAddress': 'Das ist keine Adresse dieses Netzwerks.',
      'failure.lastAccount': 'Eine Wallet braucht mindestens ein eigenes Konto.',
      'failure.notAVaultFile': 'Diese Datei ist keine exportierte Wallet.',
      'failure.vaultOtherNetwork': 'Diese Wallet ist für ein anderes Netzwerk als das des Gateways.',
      'failure.wrongPassword': 'Dieses Passwort öffnet die Wallet nicht.',
      'failure.passwordShort': 'Das Passwort ist zu kurz.',
      'failure.noAccount': 'Dieses Konto ist nicht in der Wallet.',
      'failure.planMismatch': 'Diese Überweisung gehört zu einem anderen Konto oder einer anderen Chain.',
      'failure.noTestCoins':
        'Kein Entwicklungskonto konnte zahlen. Starten Sie ein neues Devnet oder minen Sie einige Blöcke für dieses Konto.',
      'failure.unknown': 'Ein unerwarteter Fehler ist aufgetreten ({name}).',
    },
  },
  sharedTexts,
);
export const { t, Rich } = texts;
