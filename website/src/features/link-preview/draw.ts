import { faceOf, qrPath } from '@cairn/ui';
import { escapeXml } from '../../site/xml.ts';

/** Longest text. */
const MOST_CHARACTERS = 36;

/** A text for the picture: cut, without the characters that are not seen or turn its direction. */
const shown = (text: string): string =>
  escapeXml(text.replaceAll(/[\p{C}\p{Default_Ignorable_Code_Point}]/gu, '').slice(0, MOST_CHARACTERS));

/** What the picture of a shared link shows. */
export interface Picture {
  readonly network: string;
  /** What the largest text is: `Payment`. */
  readonly label: string;
  /** The largest text: an amount or a height. */
  readonly hero: string;
  /** Beside it, smaller. */
  readonly unit: string;
  /** Who has to do with it: one, or sender and recipient. */
  readonly parties: readonly { readonly role: string; readonly address: string; readonly name: string }[];
  readonly time?: string;
}

/** Size in pixels that social networks expect: 1.91 to 1. */
const [WIDTH, HEIGHT, MARGIN] = [1_200, 630, 80] as const;
const [PAPER, INK, MUTED, ACCENT] = ['#f8f6f2', '#24211c', '#6b6558', '#1f8a76'] as const;
/** Widths of Inter's characters relative to their size: upper bounds for digits, for their separators, and on average for letters. */
const [DIGIT, SEPARATOR, LETTER] = [0.64, 0.3, 0.6] as const;
const [LARGEST, UNIT] = [96, 40] as const;
/** Side of the code, and width of a party. */
const [CODE, PARTY] = [240, 400] as const;

/**
 * Draws the picture as SVG, in the fonts that `server/link-preview-png.ts` loads.
 * @param page address of the page, as the code has it
 */
export function drawPicture(
  { network, label, hero, unit, parties, time = '' }: Picture,
  page: string,
): string {
  const room = WIDTH - 2 * MARGIN - 24 - unit.length * UNIT * LETTER;
  const digits = hero.replaceAll(/\D/g, '').length;
  const size = Math.min(LARGEST, room / (digits * DIGIT + (hero.length - digits) * SEPARATOR));
  const { size: squares, path } = qrPath(page, true);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">
  <rect width="100%" height="100%" fill="${PAPER}"/>
  <rect width="100%" height="12" fill="${ACCENT}"/>
  <g transform="translate(${MARGIN} 66) scale(1.75)">${cairn()}</g>
  ${text(150, 108, 36, 'Cairn', { weight: 600 })}
  ${text(WIDTH - MARGIN, 108, 30, network, { fill: MUTED, end: true })}
  ${text(MARGIN, 222, 36, label, { fill: MUTED })}
  <text x="${MARGIN}" y="318" font-family="Inter" font-size="${size}" font-weight="600" letter-spacing="-0.02em" fill="${INK}">${shown(hero)}<tspan dx="24" font-size="${UNIT}" font-weight="400" letter-spacing="0" fill="${MUTED}">${shown(unit)}</tspan></text>
  ${parties.map((one, place) => drawParty(one, MARGIN + place * PARTY)).join('')}
  ${parties.length > 1 ? `<path d="M418 450h36m-12 -12l12 12l-12 12" fill="none" stroke="${ACCENT}" stroke-width="4" stroke-linecap="round" stroke-linejoin="round"/>` : ''}
  ${text(MARGIN, 566, 26, time, { fill: MUTED })}
  <svg x="${WIDTH - MARGIN - CODE}" y="${HEIGHT - 54 - CODE}" width="${CODE}" height="${CODE}" viewBox="0 0 ${squares} ${squares}" shape-rendering="crispEdges"><rect width="100%" height="100%" fill="#fff"/><path d="${path}" fill="${INK}"/></svg>
</svg>`;
}

/** Face, role and name, cut off where the next one begins. */
function drawParty({ role, address, name }: Picture['parties'][number], x: number): string {
  return `<svg x="${x}" y="406" width="${PARTY - 70}" height="80"><svg width="80" height="80" viewBox="0 0 24 24">${face(address)}</svg>
  ${text(100, 30, 24, role, { fill: MUTED })}${text(100, 70, 32, name, { weight: 600 })}</svg>`;
}

/** As `AddressFace` draws it. */
function face(address: string): string {
  const { hue, accent, stones } = faceOf(address);
  const top = stones.length - 1;
  const drawn = stones.map(({ x, y, rx, ry, tilt }, index) => {
    const fill =
      index === top ? `hsl(${accent % 360}, 70%, 72%)` : `hsl(${hue}, 30%, ${90 - 7 * (top - index)}%)`;
    return `<ellipse rx="${rx}" ry="${ry}" transform="translate(${x} ${y}) rotate(${tilt})" fill="${fill}"/>`;
  });
  return `<rect width="24" height="24" rx="5" fill="hsl(${hue}, 38%, 40%)"/>${drawn.join('')}`;
}

/** The stones of favicon.svg, from the ground up. */
const STONES = [
  'M2.6 26.6c0-2.7 4.7-4.3 13-4.4 8.6-.1 13.8 1.4 13.8 4.3 0 2.6-4.6 3.8-13.4 3.8-8.7 0-13.4-1.1-13.4-3.7z',
  'M5.6 18.6c-.1-2.6 4-4.3 10.4-4.2 6.6.1 10.3 1.6 10.2 4.1-.1 2.2-3.6 3-10.2 3-6.5 0-10.3-.7-10.4-2.9z',
  'M9 11.1c.1-2.4 3.1-3.8 7.3-3.6 4.2.1 6.9 1.5 6.8 3.7-.1 1.9-2.7 2.5-7.1 2.5-4.5 0-7.1-.7-7-2.6z',
  'M12.1 4.8c0-1.8 1.9-3.1 4.3-3 2.3.1 3.8 1.3 3.7 3-.1 1.5-1.7 2-4 2-2.4 0-4-.5-4-2z',
];

const TINTS = ['#7d766a', '#9a9285', '#b8b1a3', ACCENT] as const;

const cairn = (): string => STONES.map((d, index) => `<path d="${d}" fill="${TINTS[index]}"/>`).join('');

interface TextStyle {
  readonly weight?: 400 | 600;
  readonly fill?: string;
  /** The text ends at `x`. */
  readonly end?: boolean;
}

function text(x: number, y: number, size: number, content: string, style: TextStyle = {}): string {
  const { weight = 400, fill = INK, end = false } = style;
  return `<text x="${x}" y="${y}" font-family="Inter" font-size="${size}" font-weight="${weight}" fill="${fill}" text-anchor="${end ? 'end' : 'start'}">${shown(content)}</text>`;
}
