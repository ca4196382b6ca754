import { defineTexts } from '../../site/translations.ts';

/** What a browser can verify and what it cannot. Used only on the server: no script contains these texts. */
export const texts = defineTexts({
  'trust.title': ['What a browser can prove', 'Was ein Browser beweisen kann'],
  'trust.lead': [
    'This explorer gives your browser the raw bytes, and the browser computes the rest. That proves much, but not everything.',
    'Dieser Explorer gibt Ihrem Browser die rohen Bytes, und der Browser rechnet den Rest. Das beweist viel, aber nicht alles.',
  ],
  'trust.provenTitle': ['Proven here', 'Hier bewiesen'],
  'trust.bytes': [
    'What a page marks as proven was decoded from the original bytes. No other bytes can have the same ID.',
    'Was eine Seite als bewiesen zeigt, ist aus den ursprünglichen Bytes gelesen. Keine anderen haben dieselbe ID.',
  ],
  'trust.signature': [
    'The sender’s key signed exactly this transfer: recipient, amount, fee and nonce.',
    'Der Schlüssel des Absenders hat genau diese Überweisung signiert: Empfänger, Betrag, Gebühr und Nonce.',
  ],
  'trust.merkle': [
    'The transaction is in the block, by a path of hashes to the Merkle root in its header.',
    'Die Transaktion steht im Block: Ein Pfad von Hashes führt zur Merkle-Wurzel in seinem Header.',
  ],
  'trust.work': [
    'Every header links to the one before it and has the required proof of work. Forging them would take that work again.',
    'Jeder Header verweist auf den vorherigen und trägt die verlangte Arbeit. Wer ihn fälschen will, muss sie aufwenden.',
  ],
  'trust.account': [
    'An address’s balance and nonce, and that no transaction is left out: every block commits to all accounts.',
    'Guthaben und Nonce einer Adresse, und dass keine Transaktion fehlt: Jeder Block legt sich auf alle Konten fest.',
  ],
  'trust.wordTitle': ['Not proven', 'Nicht bewiesen'],
  'trust.state': [
    'Whether the senders had the money. Only checking every block since the first, as a full node does, shows that.',
    'Ob die Absender das Geld hatten. Das weiß nur, wer jeden Block seit dem ersten prüft, wie ein Full Node.',
  ],
  'trust.newest': [
    'A newest block that lies about accounts. Its miner pays for it with that block: the next honest one replaces it.',
    'Ein neuester Block, der über Konten lügt. Das kostet seinen Miner diesen Block: Der nächste ehrliche ersetzt ihn.',
  ],
  'trust.best': [
    'That no other chain has more work. A page says how many other nodes have its block, or that only one server was asked.',
    'Dass keine andere Chain mehr Arbeit hat. Eine Seite sagt, wie viele andere Nodes ihren Block haben, oder dass nur ein Server gefragt wurde.',
  ],
  'trust.between': [
    'What was not fetched of a very long chain or a large block. Each page names it, and fetches it when you ask.',
    'Was von einer sehr langen Chain oder einem großen Block nicht geholt wurde. Jede Seite nennt es und holt es auf Wunsch.',
  ],
  'trust.lists': [
    'Rankings, statistics, charts and the lists of all blocks and transactions.',
    'Ranglisten, Statistiken, Kurven und die Listen aller Blöcke und Transaktionen.',
  ],
  'trust.site': [
    'The program that proves comes from this site. For full independence, run your own node and explorer.',
    'Das Programm, das beweist, kommt von dieser Website. Für volle Unabhängigkeit betreiben Sie einen eigenen Node und Explorer.',
  ],
});
