import { type Address, DEVNET_NAMES, isCoinbase } from '@cairn/protocol';
import { amountText, faceOf, qrPath } from '@cairn/ui';
import type { Locale } from './locale.ts';
import { defineTexts } from './translations.ts';

const { translationsFor } = defineTexts({
  'picture.payment': ['Payment', 'Zahlung'],
  'picture.reward': ['Block reward', 'Blockbelohnung'],
  'picture.from': ['From', 'Von'],
  'picture.to': ['To', 'An'],
});

/** What a picture of a block, a payment or an address shows: that of a shared link, and that of a receipt. */
export interface Picture {
  readonly network: string;
  /** What the largest text is: `Payment`. */
  readonly label: string;
  /** The largest text: an amount or a height. */
  readonly hero: string;
  /** Beside it, smaller. */
  readonly unit: string;
  /** Who has to do with it: one, or sender and recipient. */
  readonly parties: readonly Party[];
  readonly time?: string;
  /** An ID, in small type. */
  readonly id?: string;
  /** What the picture shows, and what not. */
  readonly notes?: readonly string[];
}

interface Party {
  readonly role: string;
  readonly address: string;
  /** Empty without one. */
  readonly name: string;
}

/** An amount in the notation of the language. @param pebbles of one coin, 10^8 */
export function heroOf(pebbles: bigint, locale: Locale): Pick<Picture, 'hero' | 'unit'> {
  const [hero = '', unit = ''] = amountText(pebbles, locale).split('\u00A0');
  return { hero, unit };
}

/** An address by the name that devnet gives it. */
export const partyOf = (role: string, address: string, network: string): Party => ({
  role,
  address,
  name: (network === 'devnet' ? DEVNET_NAMES.get(address) : undefined) ?? '',
});

interface Payment {
  readonly fromAddress: Address;
  readonly toAddress: Address;
  /** Pebbles. */
  readonly value: bigint;
}

/** Of a payment or a reward: the amount, sender and recipient. */
export function pictureOf(payment: Payment, network: string, locale: Locale): Picture {
  const { t } = translationsFor(locale);
  const { fromAddress, toAddress, value } = payment;
  const isReward = isCoinbase(payment);
  const to = partyOf(t('picture.to'), toAddress, network);
  return {
    network,
    label: t(isReward ? 'picture.reward' : 'picture.payment'),
    ...heroOf(value, locale),
    parties: isReward ? [to] : [partyOf(t('picture.from'), fromAddress, network), to],
  };
}

/** A line of text in Inter. Sizes and places are in pixels of the picture. */
export interface TextShape {
  readonly x: number;
  /** Of the baseline. */
  readonly y: number;
  readonly size: number;
  readonly text: string;
  readonly weight: 400 | 600;
  readonly fill: string;
  /** The text ends at `x`. */
  readonly isEnd: boolean;
  /** Follows the text after 24 pixels. */
  readonly after?: TextShape | undefined;
}

/** An area in the syntax of SVG paths, moved and scaled. */
export interface PathShape {
  readonly d: string;
  readonly x: number;
  readonly y: number;
  readonly scale: number;
  readonly fill: string;
}

/** Size in pixels that social networks expect: 1.91 to 1. */
export const [WIDTH, HEIGHT] = [1_200, 630] as const;
const MARGIN = 80;
const [PAPER, INK, MUTED, ACCENT] = ['#f8f6f2', '#24211c', '#6b6558', '#1f8a76'] as const;
/** Widths of Inter's characters relative to their size: upper bounds for digits, for their separators, and on average for letters. */
const [DIGIT, SEPARATOR, LETTER] = [0.64, 0.3, 0.6] as const;
const [LARGEST, UNIT] = [96, 40] as const;
/** Longest text. */
const MOST_CHARACTERS = 100;
/** Side of the code, and of a face. */
const [CODE, FACE] = [240, 68] as const;
const AFTER = 24;

/** What is drawn of a picture, from the ground up. @param page address of the page, as the code has it */
export function shapesOf(picture: Picture, page: string): readonly (TextShape | PathShape)[] {
  const { network, label, hero, unit, parties, time = '', id = '', notes = [] } = picture;
  const room = WIDTH - 2 * MARGIN - AFTER - unit.length * UNIT * LETTER;
  const digits = hero.replaceAll(/\D/g, '').length;
  const size = Math.min(LARGEST, room / (digits * DIGIT + (hero.length - digits) * SEPARATOR));
  const code = qrPath(page, true);
  const scale = Math.floor(CODE / code.size);
  const [codeX, codeY] = [WIDTH - MARGIN - scale * code.size, HEIGHT - 54 - scale * code.size];
  const below = notes.length === 0 ? 556 : 504;
  return [
    square(0, 0, WIDTH, HEIGHT, PAPER),
    square(0, 0, WIDTH, 12, ACCENT),
    ...STONES.map((d, index): PathShape => ({ d, x: MARGIN, y: 56, scale: 1.75, fill: TINTS[index]! })),
    text(150, 98, 36, 'Cairn', { weight: 600 }),
    text(WIDTH - MARGIN, 98, 30, network, { fill: MUTED, isEnd: true }),
    text(MARGIN, 178, 32, label, { fill: MUTED }),
    text(MARGIN, 268, size, hero, { weight: 600, after: text(0, 0, UNIT, unit, { fill: MUTED }) }),
    ...parties.flatMap((one, place) => partyShapes(one, 304 + place * (FACE + 10))),
    text(MARGIN, below, 24, time, { fill: MUTED }),
    text(MARGIN, below + 26, 16, id, { fill: MUTED }),
    ...notes.map((note, row) => text(MARGIN, below + 62 + row * 26, 18, note)),
    square(codeX, codeY, scale * code.size, scale * code.size, '#ffffff'),
    { d: code.path, x: codeX, y: codeY, scale, fill: INK },
  ];
}

/** Face, role, name and address. */
function partyShapes({ role, address, name }: Party, y: number): (TextShape | PathShape)[] {
  const x = MARGIN + FACE + 20;
  const whole = text(x, y + 57, 22, address, { fill: MUTED });
  return [
    ...faceShapes(address, y),
    text(x, y + 22, 22, role, { fill: MUTED }),
    name === '' ? { ...whole, fill: INK } : text(x, y + 57, 30, name, { weight: 600, after: whole }),
  ];
}

/** As `AddressFace` draws it. */
function faceShapes(address: string, y: number): PathShape[] {
  const { hue, accent, stones } = faceOf(address);
  const top = stones.length - 1;
  const place = { x: MARGIN, y, scale: FACE / 24 };
  const ground = 'M5 0h14a5 5 0 0 1 5 5v14a5 5 0 0 1-5 5h-14a5 5 0 0 1-5-5v-14a5 5 0 0 1 5-5z';
  return [
    { ...place, d: ground, fill: `hsl(${hue}, 38%, 40%)` },
    ...stones.map(({ x, y: middle, rx, ry, tilt }, index) => {
      const angle = (tilt * Math.PI) / 180;
      const [across, up] = [rx * Math.cos(angle), rx * Math.sin(angle)];
      const half = `a${rx} ${ry} ${tilt} 1 0`;
      return {
        ...place,
        d: `M${x - across} ${middle - up}${half} ${2 * across} ${2 * up}${half} ${-2 * across} ${-2 * up}z`,
        fill:
          index === top ? `hsl(${accent % 360}, 70%, 72%)` : `hsl(${hue}, 30%, ${90 - 7 * (top - index)}%)`,
      };
    }),
  ];
}

/** The stones of favicon.svg, from the ground up. */
const STONES = [
  'M2.6 26.6c0-2.7 4.7-4.3 13-4.4 8.6-.1 13.8 1.4 13.8 4.3 0 2.6-4.6 3.8-13.4 3.8-8.7 0-13.4-1.1-13.4-3.7z',
  'M5.6 18.6c-.1-2.6 4-4.3 10.4-4.2 6.6.1 10.3 1.6 10.2 4.1-.1 2.2-3.6 3-10.2 3-6.5 0-10.3-.7-10.4-2.9z',
  'M9 11.1c.1-2.4 3.1-3.8 7.3-3.6 4.2.1 6.9 1.5 6.8 3.7-.1 1.9-2.7 2.5-7.1 2.5-4.5 0-7.1-.7-7-2.6z',
  'M12.1 4.8c0-1.8 1.9-3.1 4.3-3 2.3.1 3.8 1.3 3.7 3-.1 1.5-1.7 2-4 2-2.4 0-4-.5-4-2z',
];

const TINTS = ['#7d766a', '#9a9285', '#b8b1a3', ACCENT] as const;

const square = (x: number, y: number, width: number, height: number, fill: string): PathShape => ({
  d: `M0 0h${width}v${height}h${-width}z`,
  x,
  y,
  scale: 1,
  fill,
});

/** A text, cut, without the characters that are not seen or turn its direction. */
const text = (
  x: number,
  y: number,
  size: number,
  content: string,
  style: Partial<TextShape> = {},
): TextShape => ({
  x,
  y,
  size,
  text: content.replaceAll(/[\p{C}\p{Default_Ignorable_Code_Point}]/gu, '').slice(0, MOST_CHARACTERS),
  weight: 400,
  fill: INK,
  isEnd: false,
  ...style,
});
