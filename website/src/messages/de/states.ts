import type { states as english } from '../en/states.ts';
import type { Translation } from '../message.ts';

export const states: Translation<typeof english> = {
  'states.tryAgain': 'Erneut versuchen',
  'states.newestBlocks': 'Neueste Blöcke',
  'states.keepsTrying': 'Die Seite versucht es von selbst weiter.',
  'states.noScript': 'Stand: {time}, in UTC. Mit JavaScript folgt diese Seite der Chain von selbst.',
  'states.noScriptApiDown':
    'Die Explorer-API hat dem Server dieser Website nicht rechtzeitig geantwortet, daher fehlen die Daten. Laden Sie die Seite neu, um es noch einmal zu versuchen.',
};
