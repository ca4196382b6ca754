import type { Translation } from '@cairn/ui/messages.js';
import type { codes as english } from '../en/codes.ts';

/** For codes with which the gateway refuses requests that this page never sends. */
const CHANGED_REQUEST =
  'Das Gateway hat die Anfrage abgelehnt ({code}): Vielleicht hat eine Browsererweiterung oder ein Proxy sie verändert.';

export const codes: Translation<typeof english> = {
  'reason.nonce_too_low': 'Ein Block enthält eine andere Transaktion dieses Kontos mit dieser Nonce.',
  'reason.nonce_gap':
    'Eine frühere Transaktion dieses Kontos hat den Node nicht erreicht; diese kann deshalb noch nicht folgen.',
  'reason.insufficient_balance': 'Das Konto kann Betrag und Gebühr zusammen nicht zahlen.',
  'reason.fee_too_low': 'Die Gebühr ist niedriger, als der Node annimmt. Die kleinste ist 0,00000001 CRN.',
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
  'code.internal_error': 'Beim Node oder Gateway ist ein Fehler aufgetreten. Sein Protokoll nennt den Grund.',
  'code.node_not_ready': 'Der Node startet gerade oder holt noch Blöcke von seinen Peers.',
  'code.mempool_unavailable':
    'Der Speicher des Nodes für ausstehende Transaktionen ist bei dieser Transaktion ausgefallen.',
  'code.malformed_request': 'Das Gateway konnte die Anfrage nicht lesen.',
  'code.request_timeout': 'Die Anfrage hat das Gateway nicht rechtzeitig erreicht.',
  'code.headers_too_large':
    'Das Gateway hat die Anfrage abgelehnt: Der Browser hat zu viele Header gesendet.',
  'code.upgrade_refused': CHANGED_REQUEST,
  'code.http_version_not_supported': CHANGED_REQUEST,
  'code.expectation_failed': CHANGED_REQUEST,
  'code.invalid_target': CHANGED_REQUEST,
  'code.misdirected_request':
    'Die Seite wurde unter einem anderen Namen als dem des Gateways geöffnet. Öffnen Sie den Wallet-Link, den das Gateway ausgegeben hat.',
  'code.moved': 'Das Gateway hat eine andere Webadresse. Öffnen Sie den Wallet-Link, den es ausgegeben hat.',
  'code.cross_origin':
    'Das Gateway hielt die Anfrage für die einer anderen Seite. Schließen Sie andere Tabs dieser Webadresse und laden Sie neu.',
  'code.session_expired': 'Das Gateway wurde neu gestartet; die Sitzung dieser Seite ist damit beendet.',
  'code.launch_refused': 'Der Wallet-Link, mit dem diese Seite geöffnet wurde, gilt nicht mehr.',
  'code.invalid_query':
    'Das Gateway nimmt diese Anfrage nicht an: Vielleicht haben Seite und Gateway verschiedene Versionen.',
  'code.unexpected_body': CHANGED_REQUEST,
  'code.length_required': CHANGED_REQUEST,
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
};
