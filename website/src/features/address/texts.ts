import { defineTexts, type TranslationsOf } from '../../site/translations.ts';

export const texts = defineTexts({
  'address.description': [
    'Address {reference} on the Cairn chain: confirmed balance, nonce and transactions.',
    'Adresse {reference} auf der Cairn-Chain: bestätigtes Guthaben, Nonce und Transaktionen.',
  ],
  'addresses.description': [
    'The addresses of the Cairn chain, ranked by balance, with their share of all coins.',
    'Die Adressen der Cairn-Chain nach Guthaben, mit ihrem Anteil an allen Coins.',
  ],
  'column.rank': ['Rank', 'Rang'],
  'column.share': ['Share of supply', 'Anteil an allen Coins'],
  'column.lastSeen': ['Last active', 'Zuletzt aktiv'],
  'column.balance': ['Balance (CRN)', 'Guthaben (CRN)'],
  'common.addresses': [
    { one: '{count} address', other: '{count} addresses' },
    { one: '{count} Adresse', other: '{count} Adressen' },
  ],
  'addresses.caption': ['Addresses: {order}', 'Adressen: {order}'],
  'addresses.order': ['Order', 'Reihenfolge'],
  'addresses.order.balance': ['Richest', 'Reichste'],
  'addresses.order.transactions': ['Most used', 'Meistgenutzt'],
  'addresses.order.active': ['Last active', 'Zuletzt aktiv'],
  'addresses.order.newest': ['Newest', 'Neueste'],
  'addresses.lead': [
    'One person can use many addresses, and one address can hold many people’s coins.',
    'Eine Person kann viele Adressen nutzen, und auf einer Adresse können Coins vieler Personen liegen.',
  ],
  'distribution.half': [
    {
      one: '{count} address holds at least half of all {supply}',
      other: '{count} addresses hold at least half of all {supply}',
    },
    {
      one: '{count} Adresse hält mindestens die Hälfte aller {supply}',
      other: '{count} Adressen halten mindestens die Hälfte aller {supply}',
    },
  ],
  'distribution.wide': [
    {
      one: '{count} address holds less than half of all {supply}',
      other: 'The richest {count} addresses hold less than half of all {supply}',
    },
    {
      one: '{count} Adresse hält weniger als die Hälfte aller {supply}',
      other: 'Die reichsten {count} Adressen halten weniger als die Hälfte aller {supply}',
    },
  ],
  'distribution.first': [
    { one: 'The first', other: 'The first {count}' },
    { one: 'Die erste', other: 'Die ersten {count}' },
  ],
  'distribution.next': [
    { one: '{to}', other: '{from} to {to}' },
    { one: '{to}', other: '{from} bis {to}' },
  ],
  'distribution.others': [
    { one: '{count} other', other: '{count} others' },
    { one: '{count} weitere', other: '{count} weitere' },
  ],
  'distribution.own': ['With your labels', 'Mit Ihren Namen'],
  'address.title': ['Address {reference}', 'Adresse {reference}'],
  'address.saveProof': ['Save proof of balance', 'Guthabenbeweis speichern'],
  'address.code': ['QR code', 'QR-Code'],
  'address.qr': ['QR code of the address {address}', 'QR-Code der Adresse {address}'],
  'address.balance': ['Confirmed balance', 'Bestätigtes Guthaben'],
  'address.nonceHint': [
    { one: '{count} transaction sent', other: '{count} transactions sent' },
    { one: '{count} Transaktion gesendet', other: '{count} Transaktionen gesendet' },
  ],
  'address.received': ['Received', 'Empfangen'],
  'address.sent': ['Sent', 'Gesendet'],
  'address.rankOf': ['Rank {rank} of {total}', 'Rang {rank} von {total}'],
  'address.said': ['the server’s word', 'Angabe des Servers'],
  'address.share': ['{share} of all coins', '{share} aller Coins'],
  'address.firstSeen': ['First seen', 'Zuerst gesehen'],
  'address.lastSeen': ['Last seen', 'Zuletzt gesehen'],
  'address.inBlock': ['in block {height}', 'in Block {height}'],
  'address.inBlocks': [
    'in block {height}, first {age} in block {first}',
    'in Block {height}, zuerst {age} in Block {first}',
  ],
  'address.send': ['Send to this address', 'An diese Adresse senden'],
  'address.sendHint': [
    'Opens the wallet with this recipient filled in',
    'Öffnet die Wallet mit diesem Empfänger',
  ],
  'address.caption': [
    'Confirmed transactions of this address, newest first',
    'Bestätigte Transaktionen dieser Adresse, neueste zuerst',
  ],
  'address.emptyText': [
    'No confirmed transaction names this address.',
    'Keine bestätigte Transaktion nennt diese Adresse.',
  ],
  'address.unlinked': [
    'Times of rows below block {height} are the server’s word: their headers were not proven.',
    'Zeiten von Zeilen unter Block {height} sind eine Angabe des Servers: Deren Header wurden nicht bewiesen.',
  ],
  'address.pastEnd': [
    {
      one: 'This address has {count} transaction.',
      other: 'This address has {count} transactions.',
    },
    {
      one: 'Diese Adresse hat {count} Transaktion.',
      other: 'Diese Adresse hat {count} Transaktionen.',
    },
  ],
  'address.plot': ['Balance over time', 'Guthaben im Lauf der Zeit'],
  'address.plotPartly': [
    'Over the newest {examined} of {total} transactions.',
    'Über die neuesten {examined} von {total} Transaktionen.',
  ],
  // Older ones may have changed it often.
  'address.plotNone': [
    'The transactions at hand draw no line for this time.',
    'Die vorliegenden Transaktionen ergeben für diesen Zeitraum keine Linie.',
  ],
  'address.plotWhole': ['All transactions of this address.', 'Alle Transaktionen dieser Adresse.'],
  'ledger.in': ['{amount} in', '{amount} eingegangen'],
  'ledger.out': ['{amount} out', '{amount} ausgegangen'],
  'ledger.outWithoutFees': ['{amount} out, without fees', '{amount} ausgegangen, ohne Gebühren'],
  'ledger.fees': ['plus {amount} in fees', 'dazu {amount} an Gebühren'],
  'ledger.largestFrom': ['largest {amount} from {party}', 'größte Zahlung {amount} von {party}'],
  'ledger.largestTo': ['largest {amount} to {party}', 'größte Zahlung {amount} an {party}'],
  'ledger.partly': [
    { one: 'of the newest transaction', other: 'of the newest {count} transactions' },
    { one: 'der neuesten Transaktion', other: 'der neuesten {count} Transaktionen' },
  ],
  'ledger.captionLargest': [
    'Confirmed transactions of this address, largest first',
    'Bestätigte Transaktionen dieser Adresse, größte zuerst',
  ],
  'csv.whole': ['Whole history as CSV', 'Ganzer Verlauf als CSV'],
  'csv.selected': ['These transactions as CSV', 'Diese Transaktionen als CSV'],
  'csv.progress': ['{done} of {total} rows', '{done} von {total} Zeilen'],
  'csv.progressName': ['Rows written', 'Geschriebene Zeilen'],
  'csv.cancel': ['Cancel', 'Abbrechen'],
  'csv.cancelled': ['Cancelled. Nothing was saved.', 'Abgebrochen. Es wurde nichts gespeichert.'],
  'csv.done': [
    { one: '{count} row saved.', other: '{count} rows saved.' },
    { one: '{count} Zeile gespeichert.', other: '{count} Zeilen gespeichert.' },
  ],
  'csv.partly': [
    'The newest {count} rows saved; there are more.',
    'Die neuesten {count} Zeilen gespeichert; es gibt mehr.',
  ],
  'csv.serverWord': ['Its rows are the server’s word.', 'Die Zeilen sind eine Angabe des Servers.'],
  'csv.failed': [
    'The export stopped: the API did not answer as it should. Nothing was saved.',
    'Der Export brach ab: Die API antwortete nicht, wie sie soll. Es wurde nichts gespeichert.',
  ],
  'csv.moved': [
    'The export stopped because the chain was reorganized. Nothing was saved.',
    'Der Export brach ab, weil die Chain reorganisiert wurde. Es wurde nichts gespeichert.',
  ],
  'ledger.print': ['Print', 'Drucken'],
  'address.empty': ['No transactions yet', 'Noch keine Transaktionen'],
});

export const { translationsFor, useTranslations } = texts;

export type Translations = TranslationsOf<typeof texts>;
