import { defineTexts, type TranslationsOf } from '../../site/translations.ts';

export const texts = defineTexts({
  en: {
    'verify.section': 'Verification in your browser',
    'verify.waiting': 'Verifying …',
    'verify.unsupported': 'Not checked: this browser has no workers.',
    'verify.broken': 'Not checked: the program that checks could not be loaded.',
    'claims.label': 'What your browser checks',
    'claims.signed': 'Signed by the sender',
    'claims.coinbase': 'New coins by the rules',
    'claims.placed': 'In block {height}',
    'claims.left': 'Block {height} is no longer in this node’s chain',
    'claims.mined': 'Proof of work is valid',
    'claims.genesis': 'First block of {network}',
    'claims.contents': { one: '{count} transaction inside', other: '{count} transactions inside' },
    'claims.above': { one: '{count} block on top', other: '{count} blocks on top' },
    'claims.newest': 'No block on top yet',
    'claims.cost': 'Reversing it would take the whole network about {duration}',
    'claims.costDevnet': 'Development chain: anyone can rewrite it',
    'claims.passed': 'checked',
    'claims.limited': 'checked in part',
    'claims.failed': 'does not match',
    'claims.skipped': 'not checked',
  },
  de: {
    'verify.section': 'Prüfung in Ihrem Browser',
    'verify.waiting': 'Wird geprüft …',
    'verify.unsupported': 'Nicht geprüft: Dieser Browser hat keine Worker.',
    'verify.broken': 'Nicht geprüft: Das prüfende Programm ließ sich nicht laden.',
    'claims.label': 'Was Ihr Browser prüft',
    'claims.signed': 'Vom Absender signiert',
    'claims.coinbase': 'Neue Coins nach den Regeln',
    'claims.placed': 'In Block {height}',
    'claims.left': 'Block {height} gehört nicht mehr zur Chain dieses Nodes',
    'claims.mined': 'Proof of Work gültig',
    'claims.genesis': 'Erster Block von {network}',
    'claims.contents': { one: 'Mit {count} Transaktion', other: 'Mit {count} Transaktionen' },
    'claims.above': { one: '{count} Block darüber', other: '{count} Blöcke darüber' },
    'claims.newest': 'Noch kein Block darüber',
    'claims.cost': 'Das ganze Netzwerk bräuchte etwa {duration}, um das umzukehren',
    'claims.costDevnet': 'Entwicklungs-Chain: Jeder kann sie umschreiben',
    'claims.passed': 'geprüft',
    'claims.limited': 'teilweise geprüft',
    'claims.failed': 'stimmt nicht',
    'claims.skipped': 'nicht geprüft',
  },
});

export const { translationsFor, useTranslations } = texts;

export type Translations = TranslationsOf<typeof texts>;
