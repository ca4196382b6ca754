import { defineTexts } from '../../site/translations.ts';

/** Texts of the first paint. */
export const texts = defineTexts({
  'seal.label': ['Proof on your device', 'Beweis auf Ihrem Gerät'],
  'verdict.running': ['Being proven on your device …', 'Ihr Gerät beweist dies …'],
  'seal.meanwhile': [
    'Your browser computes this from the bytes themselves; what it cannot prove is the server’s word.',
    'Ihr Browser rechnet dies aus den Bytes nach; was er nicht beweist, ist Angabe des Servers.',
  ],
  'verdict.skipped': ['Not proven', 'Nicht bewiesen'],
  'seal.broken': [
    'The program that proves did not load, or does not run in this browser.',
    'Das Programm, das beweist, ließ sich nicht laden oder läuft in diesem Browser nicht.',
  ],
  'seal.saver': [
    'Your browser saves data: a proof takes up to 3 MB.',
    'Ihr Browser spart Daten: Ein Beweis braucht bis zu 3 MB.',
  ],
  'seal.now': ['Prove it now', 'Jetzt beweisen'],
  'region.none': ['the server’s word', 'Angabe des Servers'],
  'region.checking': ['being proven …', 'wird bewiesen …'],
  'region.failed': ['not proven', 'nicht bewiesen'],
});

export const { translationsFor, useTranslations } = texts;
