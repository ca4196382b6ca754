import { defineTexts } from '../../site/translations.ts';

/** What Cairn is. Used only on the server: no script contains these texts. */
export const texts = defineTexts({
  'about.description': [
    'What Cairn is, what this explorer proves in your browser, and what it does not.',
    'Was Cairn ist, was dieser Explorer in Ihrem Browser beweist und was nicht.',
  ],
  'about.heading': ['About Cairn', 'Über Cairn'],
  'about.lead': [
    'A small blockchain with accounts and proof of work. Its coin is the CRN, of 100,000,000 pebbles; payments and balances are exact to the pebble.',
    'Eine kleine Blockchain mit Konten und Proof of Work. Ihr Coin ist der CRN zu 100.000.000 Pebbles; Zahlungen und Guthaben stehen hier auf den Pebble genau.',
  ],
  'about.proven': ['Proven in your browser', 'In Ihrem Browser bewiesen'],
  'about.word': ['Not proven', 'Nicht bewiesen'],
  'about.state': ['That the senders had the money', 'Dass die Absender das Geld hatten'],
  'about.stateText': [
    'Only checking every block since the first shows that: a full node does, and this browser when you recompute the chain.',
    'Das weiß nur, wer jeden Block seit dem ersten prüft: ein Full Node, oder dieser Browser, wenn Sie die Chain nachrechnen.',
  ],
  'about.best': ['That no other chain has more work', 'Dass keine andere Chain mehr Arbeit hat'],
  'about.bestText': [
    'A page says how many other nodes have its block, or that only one server was asked.',
    'Eine Seite sagt, wie viele andere Nodes ihren Block haben, oder dass nur ein Server gefragt wurde.',
  ],
  'about.newest': ['That the newest block is honest', 'Dass der neueste Block ehrlich ist'],
  'about.newestText': [
    'A lie about accounts costs its miner that block: the next honest one replaces it.',
    'Eine Lüge über Konten kostet seinen Miner diesen Block: Der nächste ehrliche ersetzt ihn.',
  ],
  'about.between': ['What was not fetched', 'Was nicht geholt wurde'],
  'about.betweenText': [
    'Parts of a very long chain or of a large block. Each page names them, and fetches them when you ask.',
    'Teile einer sehr langen Chain oder eines großen Blocks. Jede Seite nennt sie und holt sie auf Wunsch.',
  ],
  'about.lists': ['Lists, rankings and charts', 'Listen, Ranglisten und Diagramme'],
  'about.listsText': [
    'They are marked as the server’s word, in a CSV file too.',
    'Sie sind als Angaben des Servers gekennzeichnet, auch in einer CSV-Datei.',
  ],
  'about.site': ['The program that proves', 'Das Programm, das beweist'],
  'about.siteText': [
    'It comes from this site. For full independence, run your own node and explorer.',
    'Es kommt von dieser Website. Für volle Unabhängigkeit betreiben Sie einen eigenen Node und Explorer.',
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
    'Node, explorer and wallet are one repository under the MIT licence. Trust nobody: run your own node with {command}.',
    'Node, Explorer und Wallet liegen in einem Repository, unter der MIT-Lizenz. Vertrauen Sie niemandem: Starten Sie Ihren eigenen Node mit {command}.',
  ],
});

export const { translationsFor } = texts;
