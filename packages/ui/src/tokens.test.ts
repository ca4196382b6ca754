import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const css = readFileSync(new URL('tokens.css', import.meta.url), 'utf8');
const colors = new Map(
  [...css.matchAll(/--color-([\w-]+): light-dark\((#\w+), (#\w+)\)/g)].map(([, name, light, dark]) => [
    name ?? '',
    { light: light ?? '', dark: dark ?? '' },
  ]),
);

/** WCAG 2.2 relative luminance of `#rrggbb`. */
function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((start) => {
    const channel = Number.parseInt(hex.slice(start, start + 2), 16) / 255;
    return channel <= 0.040_45 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(ink: string, ground: string, theme: 'light' | 'dark'): number {
  const a = luminance(colors.get(ink)?.[theme] ?? '');
  const b = luminance(colors.get(ground)?.[theme] ?? '');
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

const GROUNDS = ['bg', 'surface', 'sunken', 'hover'];
const INKS = ['text', 'text-muted', 'text-faint', 'accent', 'accent-hover', 'success', 'error'];
const TEXT_PAIRS: [string, string][] = [
  ...INKS.flatMap((ink) => GROUNDS.map((ground): [string, string] => [ink, ground])),
  ...['accent', 'info', 'success', 'warn', 'error'].flatMap((tone): [string, string][] => [
    [tone, `${tone}-soft`],
    ['text', `${tone}-soft`],
  ]),
  ['text', 'stone-soft'],
  ['text', 'raised'],
  ['on-accent', 'accent'],
  ['on-accent', 'accent-hover'],
  ['on-error', 'error'],
];

describe.each(['light', 'dark'] as const)('colours of the %s theme', (theme) => {
  it.each(TEXT_PAIRS)('%s is readable on %s (WCAG AA, 4.5 : 1)', (ink, ground) => {
    expect(contrast(ink, ground, theme)).toBeGreaterThanOrEqual(4.5);
  });

  it.each([1, 3])('series %i of a chart stands out from the surface (3 : 1)', (series) => {
    expect(contrast(`chart-${series}`, 'surface', theme)).toBeGreaterThanOrEqual(3);
  });

  it.each(GROUNDS.slice(0, 2))('field borders and the focus ring stand out from %s (3 : 1)', (ground) => {
    expect(contrast('border-strong', ground, theme)).toBeGreaterThanOrEqual(3);
    expect(contrast('focus', ground, theme)).toBeGreaterThanOrEqual(3);
  });
});
