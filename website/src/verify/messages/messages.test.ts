import { expect, it } from 'vitest';
import { type Message, placeholdersOf } from '@cairn/ui/messages.js';
import { steps as german } from './de.ts';
import { steps as english } from './en.ts';

const entries = Object.entries(english) as [string, Message][];

it.each(entries)('%s has the same parameters in both languages', (key, message) => {
  const translated = (german as Record<string, Message>)[key]!;
  expect(new Set(placeholdersOf(translated))).toEqual(new Set(placeholdersOf(message)));
});
