import { defineTexts, type TranslationsOf } from '../../site/translations.ts';

export const texts = defineTexts({
  en: {
    'stale.description': 'Blocks that the node behind this explorer knows, but that are not in its chain.',
    'stale.title': 'Stale blocks',
    'stale.lead':
      'Valid blocks that lost to a branch with more work. Their transfers are in other blocks or pending again.',
    'stale.none': 'No stale blocks',
    'stale.noneText': 'No competing blocks so far.',
    'stale.instead': 'In the chain instead',
  },
  de: {
    'stale.description':
      'Blöcke, die der Node hinter diesem Explorer kennt, die aber nicht in seiner Chain stehen.',
    'stale.title': 'Verwaiste Blöcke',
    'stale.lead':
      'Gültige Blöcke, die einem Zweig mit mehr Arbeit unterlagen. Ihre Überweisungen stehen in anderen Blöcken oder warten wieder.',
    'stale.none': 'Keine verwaisten Blöcke',
    'stale.noneText': 'Bisher keine konkurrierenden Blöcke.',
    'stale.instead': 'Stattdessen in der Chain',
  },
});

export const { translationsFor, useTranslations } = texts;

export type Translations = TranslationsOf<typeof texts>;
