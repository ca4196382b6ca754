import type { verify as english } from '../en/verify.ts';
import type { Translation } from '../message.ts';

export const verify: Translation<typeof english> = {
  'verify.title': 'Prüfen',
  'verify.description':
    'Prüfen Sie eine Transaktion oder einen Beweis im eigenen Browser, ohne der API dieser Website zu vertrauen.',
};
