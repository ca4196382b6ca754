import type { Translation } from '@cairn/ui/messages.js';
import type { verify as english } from '../en/verify.ts';

export const verify: Translation<typeof english> = {
  'verify.section': 'Prüfung in Ihrem Browser',
  'verify.waiting': 'Wird geprüft …',
  'verify.unsupported': 'Nicht geprüft: Dieser Browser hat keine Worker.',
  'verify.broken': 'Nicht geprüft: Das prüfende Programm ließ sich nicht laden.',
};
