import type { Translation } from '@cairn/ui/messages.js';
import type { prose as english } from './en.ts';

export const prose: Translation<typeof english> = {
  'notFound.title': 'Nicht gefunden',
  'notFound.heading': 'Seite nicht gefunden',
  'notFound.description': 'Seite nicht gefunden.',
  'notFound.text':
    'Prüfen Sie die URL auf Tippfehler. Blöcke, Transaktionen und Adressen haben eigene Seiten.',
  'fault.title': 'Fehler',
  'fault.heading': 'Diese Seite konnte nicht erstellt werden',
  'fault.description': 'Im Explorer ist ein Fehler aufgetreten.',
  'fault.text':
    'Im Explorer selbst ist ein Fehler aufgetreten; sein Betreiber findet die Ursache im Log. Die Chain ist nicht betroffen.',
  'preview.compactTitle': 'Dies ist eine Vorschau',
  'preview.compactText': 'Dieser Build ist mit keinem Node verbunden und zeigt daher keine Daten der Chain.',
  'preview.title': 'Der Cairn-Explorer ohne Chain',
  'preview.lead':
    'Dies ist eine Vorschau (preview): Die Website wurde ohne die Adresse einer Explorer-API gebaut, es gibt also keine Chain zu zeigen. Statt Zahlen zu erfinden, zeigt sie keine.',
  'preview.blocks': '{what} mit Header, Größe, Belohnung und Transaktionen',
  'preview.blocksName': 'Blöcke',
  'preview.transactions': '{what} mit genauen Beträgen und ihrer Tiefe im Chain-Verlauf des Nodes',
  'preview.transactionsName': 'Transaktionen',
  'preview.addresses': '{what} mit bestätigtem Guthaben und Nonce',
  'preview.addressesName': 'Adressen',
  'preview.how':
    'Um eine Chain zu zeigen, bauen Sie die Website mit {setting}, gesetzt auf die Adresse der API.',
  'about.title': 'Über Cairn',
  'about.heading': 'Über diesen Explorer',
  'about.description': 'Was der Cairn-Explorer zeigt, woher es kommt und was er nicht verspricht.',
  'about.seeTitle': 'Was Sie sehen',
  'about.see':
    'Cairn ist eine Proof-of-Work-Chain mit Konten. Ihr Coin heißt CRN; ein CRN sind 100.000.000 Pebbles, die kleinste Einheit. Diese Website zeigt die Blöcke, Transaktionen und Adressen eines einzelnen Full Nodes über dessen öffentliche, nur lesende API. Ihr Browser fragt die API direkt; diese Website speichert auf ihrem Server nichts über Sie und kontaktiert keinen anderen Server.',
  'about.viewTitle': 'Die Sicht eines Nodes',
  'about.view':
    'Alles hier zeigt die Chain, wie ein Node sie sieht. „Bestätigungen“ zählen, wie tief ein Block in der Chain dieses Nodes liegt, der Block selbst mitgezählt. Sie sind keine Endgültigkeit: Ein anderer Node folgt vielleicht einem anderen Zweig.',
  'about.checkTitle': 'In Ihrem Browser geprüft',
  'about.check':
    'Die Seiten von Blöcken und Transaktionen prüfen, was die API sagt: Ihr Browser berechnet IDs, Signaturen, Merkle-Beweise und Proof of Work aus den rohen Bytes neu. Stimmt etwas nicht, zeigt die Seite genau, was.',
  'about.amountsTitle': 'Genaue Beträge',
  'about.amounts':
    'Beträge sind vom Node bis zu Ihrem Bildschirm ganze Zahlen von Pebbles. Nichts wird gerundet: Ein Betrag, den Sie kopieren, ist exakt.',
  'about.missingTitle': 'Was fehlt',
  'about.missing':
    'Transaktionen, die auf einen Block warten, sind nicht öffentlich. Der Verlauf einer Adresse braucht einen Index, den ein Node führen kann oder nicht; wo er fehlt oder noch nicht bereit ist, sagt die Seite das, statt eine leere Liste zu zeigen.',
  'about.privacyTitle': 'Datenschutz',
  'about.privacy':
    'Es gibt keine Cookies, kein Tracking und keine Anfragen an Dritte. Farbschema, Zeitzone, Einheit, Namen und letzte Suchen bleiben in diesem Browser.',
  'about.keysTitle': 'Tastatur',
  'about.keys': 'Drücken Sie auf jeder Seite {slash}, um zu suchen, und {escape}, um die Suche zu verlassen.',

  // The API page.
  'api.lead':
    'Alles auf dieser Website kommt aus einer öffentlichen HTTP-API, die nur gelesen werden kann. Sie braucht keinen Schlüssel, nimmt nur GET an und erlaubt Anfragen von jeder Website (CORS).',
  'api.where': 'Adresse und Dokumentation',
  'api.base': 'Basisadresse',
  'api.contract': 'OpenAPI-Beschreibung',
  'api.docs': 'Dokumentation zum Ausprobieren',
  'api.docsRead': 'Dokumentation zum Lesen',
  'api.none':
    'Dieser Build ist mit keiner API verbunden, deshalb gibt es keine Adresse zu zeigen. Die Routen sind überall dieselben.',
  'api.examples': 'Beispiele',
  'api.routes': 'Routen',
  'api.routesLead':
    'Die Kernrouten lesen die Blockdateien des Nodes und antworten immer. Routen, die den Index brauchen, antworten mit 503 und einem eigenen Code, bis der Index bereit ist: Werten Sie das nicht als leere Liste.',
  'api.route': 'Route',
  'api.gives': 'Liefert',
  'api.needs': 'Braucht',
  'api.core': 'Blöcke',
  'api.indexed': 'Index',
  'api.rules': 'Gut zu wissen',
  'api.amounts':
    'Beträge sind dezimale Zeichenketten in Pebbles (1 CRN = 100.000.000 Pebbles). Lesen Sie sie als ganze Zahlen beliebiger Größe, nie als Gleitkommazahlen.',
  'api.paging':
    'Geben Sie {nextHeight} als {beforeHeight} weiter; dann verrutschen die Seiten der Blockliste nicht, während die Chain wächst. Andere Listen nehmen {limit} (1 bis 100) und {offset}.',
  'api.depth':
    'Das Feld {confirmations} zählt, wie tief ein Block in der Chain eines Nodes liegt, den Block selbst mitgezählt. Das ist keine Endgültigkeit.',
  'api.cache':
    'Antworten haben ein {etag}; senden Sie es als {ifNoneMatch} zurück, um Status 304 zu erhalten, solange sich nichts geändert hat.',
  'api.errors':
    'Fehler sind JSON mit einem festen Code in {error}. Verzweigen Sie nach dem Code, nicht nach dem Text.',
  'route.health': 'Antwortet, solange der Prozess läuft',
  'route.status': 'Spitze, Node und Index',
  'route.features': 'Eingeschaltete Teile der API',
  'route.listBlocks': 'Neueste Blöcke',
  'route.getBlock': 'Ein Block, nach Höhe oder ID',
  'route.listBlockTransactions': 'Transaktionen eines Blocks',
  'route.getTransaction': 'Eine bestätigte Transaktion',
  'route.getAddress': 'Bestätigtes Guthaben und Nonce',
  'route.listTransactions': 'Alle bestätigten Transaktionen',
  'route.listAddresses': 'Adressen nach Guthaben',
  'route.listAddressTransactions': 'Ganzer Verlauf einer Adresse',
  'route.getStats': 'Anzahlen und Summen über die Chain',
  'route.getRawBlock': 'Die Bytes eines Blocks',
  'route.getBlockAt': 'Der neueste Block zu einer Zeit',
  'route.getFees': 'Gebühren neuerer Überweisungen',
  'route.getHeaders': 'Header der Chain als Bytes',
  'route.listStaleBlocks': 'Blöcke neben der Chain',
  'route.search': 'IDs und Adressen, die mit bestimmten Zeichen beginnen',
  'route.getSeries': 'Zahlen der Chain nach Stunde, Tag oder Woche',
  'route.listMiners': 'Miner der neuesten Blöcke',
  'route.getMiner': 'Summen eines Miners',
  'route.listMinerBlocks': 'Blöcke eines Miners',
  'route.getAddressProof': 'Beweis eines Guthabens und einer vollständigen Historie',
  'route.getTransactionProof': 'Merkle-Beweis einer Transaktion',
  'route.events': 'Ereignisstrom mit neuen Blöcken',
};
