import { createRequire } from 'node:module';

const { resolve } = createRequire(import.meta.url);

/** Paths of the fonts of link previews. TrueType, which resvg can read. */
export const FONTS: string[] = [
  resolve('@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf'),
  resolve('@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf'),
];
