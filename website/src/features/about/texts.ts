import { defineTexts } from '../../site/translations.ts';

/** What Cairn is. Used only on the server: no script contains these texts. */
export const texts = defineTexts({
  'about.description': [
    'What Cairn is, what this explorer proves in your browser, and what it does not.',
    'Was Cairn ist, was dieser Explorer in Ihrem Browser beweist und was nicht.',
  ],
  'about.heading': ['About Cairn', 'Über Cairn'],
  'about.lead': [
    'A small blockchain with accounts and proof of work. Its coin is the CRN, of 100,000,000 pebbles; no amount here is rounded.',
    'Eine kleine Blockchain mit Konten und Proof of Work. Ihr Coin ist der CRN zu 100.000.000 Pebbles; kein Betrag ist hier gerundet.',
  ],
  'about.proven': ['Proven in your browser', 'In Ihrem Browser bewiesen'],
  'about.payment': ['A payment', 'Eine Zahlung'],
  'about.paymentNote': [
    'Signed by its sender, and in its block by a Merkle path.',
    'Vom Absender signiert und durch einen Merkle-Pfad in ihrem Block.',
  ],
  'about.balance': ['A balance and its history', 'Ein Guthaben und seine Historie'],
  'about.balanceNote': [
    'Every block commits to all accounts: nothing is hidden or left out.',
    'Jeder Block legt sich auf alle Konten fest: Nichts ist verborgen oder ausgelassen.',
  ],
  'about.work': ['The chain’s work', 'Die Arbeit der Chain'],
  'about.workNote': [
    'Each header links to the one before it and carries its proof of work.',
    'Jeder Header verweist auf den vorherigen und trägt seine Arbeit.',
  ],
  'about.more': ['What a browser can prove', 'Was ein Browser beweisen kann'],
  'about.word': ['The server’s word', 'Angaben des Servers'],
  'about.lists': ['Lists, rankings and charts', 'Listen, Ranglisten und Diagramme'],
  'about.listsNote': [
    'They are marked as the server’s word, and so is each CSV file.',
    'Sie sind als Angaben des Servers gekennzeichnet, ebenso jede CSV-Datei.',
  ],
  'about.best': ['That no other chain has more work', 'Dass keine andere Chain mehr Arbeit hat'],
  'about.bestNote': [
    'You see one node’s chain, and how many other nodes have it. Confirmations are no finality.',
    'Sie sehen die Chain eines Nodes, und wie viele andere sie haben. Bestätigungen sind nicht endgültig.',
  ],
  'about.rules': ['That each sender had the money', 'Dass jeder Absender das Geld hatte'],
  'about.rulesNote': [
    'Only a full node knows, which checks every block since the first.',
    'Das weiß nur ein Full Node, der jeden Block seit dem ersten prüft.',
  ],
  'about.node': ['The node and its network', 'Der Node und sein Netzwerk'],
  'about.missing': ['What is not here', 'Was es hier nicht gibt'],
  'about.missingText': [
    'Transactions that wait for a block are not public. A list that the node cannot answer says so; it is never shown empty.',
    'Transaktionen, die auf einen Block warten, sind nicht öffentlich. Eine Liste, die der Node nicht beantworten kann, sagt das und erscheint nie leer.',
  ],
  'about.privacy': ['Your privacy', 'Ihre Privatsphäre'],
  'about.privacyText': [
    'No cookies, no tracking, no third parties. Your labels and settings stay in this browser.',
    'Keine Cookies, kein Tracking, keine Dritten. Ihre Namen und Einstellungen bleiben in diesem Browser.',
  ],
  'about.privacyWitnesses': [
    'No cookies, no tracking. Your labels and settings stay in this browser.',
    'Keine Cookies, kein Tracking. Ihre Namen und Einstellungen bleiben in diesem Browser.',
  ],
  'about.code': ['The code', 'Der Code'],
  'about.codeText': [
    'Node, explorer and wallet are one repository under the MIT licence. Trust nobody: run your own with {command}.',
    'Node, Explorer und Wallet liegen in einem Repository, unter der MIT-Lizenz. Vertrauen Sie niemandem: Starten Sie Ihr eigenes mit {command}.',
  ],
});

export const { translationsFor } = texts;
