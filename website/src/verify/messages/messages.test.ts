import { expect, it } from 'vitest';
import { type Message, placeholdersOf } from '@cairn/ui/messages.js';
import { STEP_IDS, FACT_NAMES, REASON_CODES } from '../findings.ts';
import { steps as german } from './de.ts';
import { steps as english } from './en.ts';

const entries = Object.entries(english) as [string, Message][];

it.each(entries)('%s has the same parameters in both languages', (key, message) => {
  const translated = (german as Record<string, Message>)[key]!;
  expect(new Set(placeholdersOf(translated))).toEqual(new Set(placeholdersOf(message)));
});

it('has messages for every step, fact and reason', () => {
  const keys = [
    ...STEP_IDS.flatMap((id) => [`${id}.title`, `${id}.how`]),
    ...FACT_NAMES.map((name) => `fact.${name}`),
    ...REASON_CODES.map((code) => `reason.${code}`),
  ];
  expect(keys.filter((key) => !(key in english))).toEqual([]);
});
