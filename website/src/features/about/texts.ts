import { defineTexts } from '../../site/translations.ts';

export const texts = defineTexts({
  'about.heading': ['About this explorer', 'Über diesen Explorer'],
  'about.description': [
    'What the Cairn explorer shows, where it comes from, and what it does not promise.',
    'Was der Cairn-Explorer zeigt, woher es kommt und was er nicht verspricht.',
  ],
  'about.seeTitle': ['What you see', 'Was Sie sehen'],
  'about.see': [
    'Cairn is a proof-of-work chain with accounts. Its coin is the CRN; one CRN is 100,000,000 pebbles, the smallest unit. This site shows the blocks, transactions and addresses of one full node through that node’s public, read-only API. Your browser requests the API directly; this site stores nothing about you on its server and contacts no other server.',
    'Cairn ist eine Proof-of-Work-Chain mit Konten. Ihr Coin heißt CRN; ein CRN sind 100.000.000 Pebbles, die kleinste Einheit. Diese Website zeigt die Blöcke, Transaktionen und Adressen eines einzelnen Full Nodes über dessen öffentliche, nur lesende API. Ihr Browser fragt die API direkt; diese Website speichert auf ihrem Server nichts über Sie und kontaktiert keinen anderen Server.',
  ],
  'about.seeLink': ['The API', 'Die API'],
  'about.viewTitle': ['One node’s view', 'Die Sicht eines Nodes'],
  'about.view': [
    'Everything here is one node’s view of the chain. “Confirmations” count how deep a block is in that node’s chain, the block itself included. They are not finality: another node may follow another branch.',
    'Alles hier zeigt die Chain, wie ein Node sie sieht. „Bestätigungen“ zählen, wie tief ein Block in der Chain dieses Nodes liegt, der Block selbst mitgezählt. Sie garantieren keine Endgültigkeit: Ein anderer Node folgt vielleicht einem anderen Zweig.',
  ],
  'about.viewLink': ['The node and its network', 'Der Node und sein Netzwerk'],
  'about.checkTitle': ['Checked in your browser', 'In Ihrem Browser geprüft'],
  'about.check': [
    'The pages of blocks and transactions check what the API says: your browser computes IDs, signatures, Merkle proofs and proof of work again from the raw bytes. If anything does not match, the page shows exactly what.',
    'Die Seiten von Blöcken und Transaktionen prüfen, was die API sagt: Ihr Browser berechnet IDs, Signaturen, Merkle-Beweise und Proof of Work aus den rohen Bytes neu. Stimmt etwas nicht, zeigt die Seite genau, was.',
  ],
  'about.checkLink': ['What a browser can prove', 'Was ein Browser beweisen kann'],
  'about.amountsTitle': ['Exact amounts', 'Genaue Beträge'],
  'about.amounts': [
    'Amounts are whole numbers of pebbles from the node to your screen. Nothing is rounded: an amount that you copy is exact.',
    'Beträge sind vom Node bis zu Ihrem Bildschirm ganze Zahlen von Pebbles. Nichts wird gerundet: Ein Betrag, den Sie kopieren, ist exakt.',
  ],
  'about.missingTitle': ['What is missing', 'Was fehlt'],
  'about.missing': [
    'Transactions that wait for a block are not public. Histories of addresses need an index, which is optional for a node; if it is missing or not ready, the page says so instead of showing an empty list.',
    'Transaktionen, die auf einen Block warten, sind nicht öffentlich. Der Verlauf einer Adresse braucht einen Index, den ein Node führen kann oder nicht; wo er fehlt oder noch nicht bereit ist, sagt die Seite das, statt eine leere Liste zu zeigen.',
  ],
  'about.privacyTitle': ['Privacy', 'Datenschutz'],
  'about.privacy': [
    'There are no cookies, no tracking and no requests to third parties. Your theme, time zone, unit and labels stay in this browser.',
    'Es gibt keine Cookies, kein Tracking und keine Anfragen an Dritte. Farbschema, Zeitzone, Einheit und Namen bleiben in diesem Browser.',
  ],
});

export const { translationsFor } = texts;
