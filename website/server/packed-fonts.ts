import { join } from 'node:path';

/** Paths of the fonts of link previews, which the package `cairn-chain` has in a folder. */
export const FONTS: string[] = ['Inter_400Regular.ttf', 'Inter_600SemiBold.ttf'].map((name) =>
  join(import.meta.dirname, '../fonts', name),
);
