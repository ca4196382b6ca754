import type { data as english } from '../en/data.ts';
import type { Translation } from '../message.ts';

export const data: Translation<typeof english> = {
  'block.title': 'Block {reference}',
  'block.description': 'Block {reference} der Cairn-Chain: Header, Belohnung, Gebühren und Transaktionen.',
  'transaction.title': 'Transaktion {reference}',
  'transaction.description':
    'Transaktion {reference} der Cairn-Chain: Absender, Empfänger, genauer Betrag und Block.',
  'address.title': 'Adresse {reference}',
  'address.description':
    'Adresse {reference} auf der Cairn-Chain: bestätigtes Guthaben, Nonce und Transaktionen.',
  'addresses.title': 'Adressen',
  'addresses.description': 'Die Adressen der Cairn-Chain nach Guthaben, mit ihrem Anteil an allen Coins.',
  'statistics.title': 'Statistik',
  'statistics.description':
    'Anzahlen, Beträge und die jüngsten Blöcke der Cairn-Chain in Zahlen und Diagrammen.',
  'network.title': 'Netzwerkstatus',
  'network.description': 'Wie es um den Node, seine Explorer-API und seinen Index gerade steht.',
  'api.title': 'API',
  'api.description':
    'Die öffentliche, nur lesende API hinter diesem Explorer: Adresse, Routen und Beispiele.',
};
