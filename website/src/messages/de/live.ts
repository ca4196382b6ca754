import type { live as english } from '../en/live.ts';
import type { Translation } from '../message.ts';

export const live: Translation<typeof english> = {
  'home.description':
    'Die Cairn-Chain, wie ein Full Node sie sieht: ihre Höhe, ihre neuesten Blöcke und eine Suche über alles darin.',
  'blocks.title': 'Blöcke',
  'blocks.description': 'Alle Blöcke der Cairn-Chain, die neuesten zuerst.',
  'transactions.title': 'Transaktionen',
  'transactions.description': 'Alle bestätigten Transaktionen der Cairn-Chain, die neuesten zuerst.',
  'search.title': 'Suche',
  'search.description': 'Durchsuchen Sie die Cairn-Chain nach Höhe, Block-ID, Transaktions-ID oder Adresse.',
};
