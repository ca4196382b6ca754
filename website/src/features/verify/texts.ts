import { defineTexts } from '../../site/translations.ts';

/** Texts of the first paint. */
export const texts = defineTexts({
  'verify.section': ['Verification in your browser', 'Prüfung in Ihrem Browser'],
  'verify.waiting': ['Verifying …', 'Wird geprüft …'],
  'verify.broken': [
    'Not checked: the program that checks could not be loaded.',
    'Nicht geprüft: Das prüfende Programm ließ sich nicht laden.',
  ],
  'seal.saving': ['Not checked, to save data', 'Nicht geprüft, um Daten zu sparen'],
  'seal.check': ['Check now', 'Jetzt prüfen'],
  'claims.label': ['What your browser checks', 'Was Ihr Browser prüft'],
  'claims.passed': ['checked', 'geprüft'],
  'claims.limited': ['checked in part', 'teilweise geprüft'],
  'claims.failed': ['does not match', 'stimmt nicht'],
  'claims.skipped': ['not checked', 'nicht geprüft'],
  'claims.work': ['Work', 'Arbeit'],
  'claims.age': ['Newest block', 'Neuester Block'],
  'claims.others': ['Other nodes', 'Andere Nodes'],
  'region.none': ['the server’s word', 'Angabe des Servers'],
  'region.checking': ['checking …', 'wird geprüft …'],
  'region.failed': ['not proven', 'nicht bewiesen'],
});

export const { translationsFor, useTranslations } = texts;
