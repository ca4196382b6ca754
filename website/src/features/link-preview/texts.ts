import { defineTexts } from '../../site/translations.ts';

export const texts = defineTexts({
  'preview.payment': ['Payment', 'Zahlung'],
  'preview.reward': ['Block reward', 'Blockbelohnung'],
  'preview.from': ['From', 'Von'],
  'preview.to': ['To', 'An'],
  'preview.address': ['Address', 'Adresse'],
});
