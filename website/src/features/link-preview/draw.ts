import { escapeXml } from '../../site/xml.ts';

/** Size in pixels that social networks expect: 1.91 to 1. */
const IMAGE_SIZE = { width: 1_200, height: 630 } as const;

/** Contents of a link preview: the image that social networks show for a shared link. */
export interface LinkPreview {
  /** Such as `Block 1,234`. */
  readonly heading: string;
  /** An ID in hexadecimal, shown in two lines, or an address in one. */
  readonly identifier: string;
  /** Up to three, in columns. */
  readonly facts: readonly { readonly label: string; readonly value: string }[];
  readonly network: string;
}

const MARGIN = 80;
const INNER_WIDTH = IMAGE_SIZE.width - 2 * MARGIN;
const IDENTIFIER_LINE = 40;
const FACT_GAP = 60;
const LABEL_SIZE = 26;
const LARGEST_FACT = 42;
/** Width of a character of the font Inter relative to its size: an upper bound for the texts of a preview. */
const CHARACTER_WIDTH = 0.6;

/** Draws the image as SVG. It uses the fonts that server/link-preview-png.ts loads. */
export function drawLinkPreview({ heading, identifier, facts, network }: LinkPreview): string {
  const length = identifier.length > IDENTIFIER_LINE ? Math.ceil(identifier.length / 2) : IDENTIFIER_LINE;
  const lines = identifier.match(new RegExp(`.{1,${length}}`, 'g')) ?? [];
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${IMAGE_SIZE.width}" height="${IMAGE_SIZE.height}" viewBox="0 0 ${IMAGE_SIZE.width} ${IMAGE_SIZE.height}">
  <rect width="100%" height="100%" fill="#f8f6f2"/>
  <rect width="100%" height="12" fill="#1f8a76"/>
  <g transform="translate(${MARGIN} 70) scale(2)">${CAIRN}</g>
  ${text(160, 118, 40, 'Cairn', { weight: 600 })}
  ${text(IMAGE_SIZE.width - MARGIN, 116, 30, network, { fill: MUTED, anchor: 'end' })}
  ${text(MARGIN, 260, 76, heading, { weight: 600 })}
  ${lines.map((line, index) => text(MARGIN, 330 + index * 46, 34, line, { family: 'JetBrains Mono', fill: MUTED })).join('\n  ')}
  <rect x="${MARGIN}" y="440" width="${INNER_WIDTH}" height="2" fill="#dcd6ca"/>
  ${drawFacts(facts)}
</svg>`;
}

const INK = '#24211c';
const MUTED = '#6b6558';

/** The shapes of favicon.svg. */
const CAIRN = `<path fill="#7d766a" d="M2.6 26.6c0-2.7 4.7-4.3 13-4.4 8.6-.1 13.8 1.4 13.8 4.3 0 2.6-4.6 3.8-13.4 3.8-8.7 0-13.4-1.1-13.4-3.7z"/>
  <path fill="#9a9285" d="M5.6 18.6c-.1-2.6 4-4.3 10.4-4.2 6.6.1 10.3 1.6 10.2 4.1-.1 2.2-3.6 3-10.2 3-6.5 0-10.3-.7-10.4-2.9z"/>
  <path fill="#b8b1a3" d="M9 11.1c.1-2.4 3.1-3.8 7.3-3.6 4.2.1 6.9 1.5 6.8 3.7-.1 1.9-2.7 2.5-7.1 2.5-4.5 0-7.1-.7-7-2.6z"/>
  <path fill="#1f8a76" d="M12.1 4.8c0-1.8 1.9-3.1 4.3-3 2.3.1 3.8 1.3 3.7 3-.1 1.5-1.7 2-4 2-2.4 0-4-.5-4-2z"/>`;

interface TextStyle {
  readonly weight?: 400 | 600;
  readonly fill?: string;
  readonly family?: string;
  readonly anchor?: 'start' | 'end';
}

function text(x: number, y: number, size: number, content: string, style: TextStyle = {}): string {
  const { weight = 400, fill = INK, family = 'Inter', anchor = 'start' } = style;
  return `<text x="${x}" y="${y}" font-family="${family}" font-size="${size}" font-weight="${weight}" fill="${fill}" text-anchor="${anchor}">${escapeXml(content)}</text>`;
}

/**
 * Draws the facts in columns as wide as their texts. All values have the same font size: the largest at which they fit.
 */
function drawFacts(facts: LinkPreview['facts']): string {
  const widthsAt = (size: number): number[] =>
    facts.map(({ label, value }) =>
      Math.ceil(Math.max(value.length * size, label.length * LABEL_SIZE) * CHARACTER_WIDTH),
    );
  const room = INNER_WIDTH - FACT_GAP * (facts.length - 1);
  let size = LARGEST_FACT;
  while (size > 1 && widthsAt(size).reduce((sum, width) => sum + width, 0) > room) size -= 1;
  const widths = widthsAt(size);
  let x = MARGIN;
  return facts
    .map(({ label, value }, index) => {
      const drawn = `${text(x, 496, LABEL_SIZE, label, { fill: MUTED })}${text(x, 550, size, value, { weight: 600 })}`;
      x += widths[index]! + FACT_GAP;
      return drawn;
    })
    .join('\n  ');
}
