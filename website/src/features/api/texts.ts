import { defineTexts } from '../../site/translations.ts';

export const texts = defineTexts({
  'api.description': [
    'The public, read-only API behind this explorer: its address, its documentation and examples.',
    'Die öffentliche, nur lesende API hinter diesem Explorer: Adresse, Dokumentation und Beispiele.',
  ],
  'api.lead': [
    'Everything on this site comes from one public HTTP API. It only reads, needs no key, and answers requests from any website (CORS).',
    'Alles auf dieser Website kommt aus einer öffentlichen HTTP-API. Sie liest nur, braucht keinen Schlüssel und beantwortet Anfragen von jeder Website (CORS).',
  ],
  'api.where': ['Address and examples', 'Adresse und Beispiele'],
  'api.base': ['Address of the API', 'Adresse der API'],
  'api.docs': ['Try it in Swagger', 'In Swagger ausprobieren'],
  'api.docsRead': ['Read it in Redoc', 'In Redoc nachlesen'],
  'api.none': [
    'No API is connected. Every node has one, with its documentation at /docs and /redoc.',
    'Es ist keine API verbunden. Jeder Node hat eine, mit ihrer Dokumentation unter /docs und /redoc.',
  ],
  'api.example': ['example “{name}”', 'Beispiel „{name}“'],
  'api.rules': ['Good to know', 'Gut zu wissen'],
  'api.status': ['State of node and index', 'Stand von Node und Index'],
  'api.listBlocks': ['Newest blocks', 'Neueste Blöcke'],
  'api.listAddresses': ['Addresses by balance', 'Adressen nach Guthaben'],
  'api.events': ['New blocks as they come', 'Neue Blöcke, sobald sie kommen'],
  // What stands between backticks is code.
  'api.amounts': ['Amounts', 'Beträge'],
  'api.amountsText': [
    'Amounts are decimal strings of pebbles (1 CRN = 100,000,000 pebbles). Read them as whole numbers of any size, never as floating point.',
    'Beträge sind dezimale Zeichenketten in Pebbles (1 CRN = 100.000.000 Pebbles). Lesen Sie sie als ganze Zahlen beliebiger Größe, nie als Gleitkommazahlen.',
  ],
  'api.paging': ['Pages', 'Seiten'],
  'api.pagingText': [
    'Pass `next_before_height` as `before_height` for block pages that do not shift while the chain grows. Other lists take `limit` (1 to 100) and `offset`.',
    'Geben Sie `next_before_height` als `before_height` weiter; dann verrutschen die Seiten der Blockliste nicht, während die Chain wächst. Andere Listen nehmen `limit` (1 bis 100) und `offset`.',
  ],
  'api.depth': ['Confirmations', 'Bestätigungen'],
  'api.depthText': [
    'The field `confirmations` counts how deep a block is in one node’s chain, the block itself included. That is not finality.',
    'Das Feld `confirmations` zählt, wie tief ein Block in der Chain eines Nodes liegt, den Block selbst mitgezählt. Das garantiert keine Endgültigkeit.',
  ],
  'api.cache': ['Unchanged answers', 'Unveränderte Antworten'],
  'api.cacheText': [
    'Responses have an `ETag`; send it back as `If-None-Match` to get status 304 while nothing has changed.',
    'Antworten haben ein `ETag`; senden Sie es als `If-None-Match` zurück, um Status 304 zu erhalten, solange sich nichts geändert hat.',
  ],
  'api.index': ['The index', 'Der Index'],
  'api.indexText': [
    'Routes that need the index answer `503` with a code of their own until it is ready: that is no empty list.',
    'Routen, die den Index brauchen, antworten mit `503` und einem eigenen Code, bis er bereit ist: Das ist keine leere Liste.',
  ],
  'api.errors': ['Errors', 'Fehler'],
  'api.errorsText': [
    'Errors are JSON with a stable code in `error`. Branch on the code, not on the message.',
    'Fehler sind JSON mit einem festen Code in `error`. Verzweigen Sie nach dem Code, nicht nach dem Text.',
  ],
});

export const { translationsFor } = texts;
