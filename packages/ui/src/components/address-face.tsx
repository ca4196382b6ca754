/** The face of an address: a small cairn by which a reader recognizes it. */

/** Lays out in a square of 24 units. */
const SIDE = 24;
const GROUND = 20.4;
const HUES = 15;

interface FaceStone {
  readonly cx: number;
  readonly cy: number;
  readonly rx: number;
  readonly ry: number;
  readonly tilt: number;
}

/** What is drawn for an address: the same in every app, and different for most addresses. */
export interface Face {
  /** Degrees. */
  readonly hue: number;
  /** Of the top stone, degrees. */
  readonly accent: number;
  /** From the ground up, two to four. */
  readonly stones: readonly FaceStone[];
}

/**
 * Derives a face from an address. It helps to recognize an address that one has seen before, and proves nothing: somebody who tries
 * some ten thousand keys finds one with the same face.
 */
export function faceOf(address: string): Face {
  const draw = randomOf(address);
  const hue = Math.floor(draw() * HUES) * (360 / HUES);
  const accent = (hue + 90 + Math.floor(draw() * 7) * 30) % 360;
  const count = 2 + Math.floor(draw() * 3);
  const room = 17 / count;
  let ground = GROUND;
  let widest = 9.4;
  const stones = Array.from({ length: count }, () => {
    const ry = (room / 2) * (0.84 + draw() * 0.16);
    const rx = Math.max(3, widest * (0.68 + Math.floor(draw() * 4) * 0.1));
    const cx = SIDE / 2 + (draw() - 0.5) * 3.4;
    const stone = { cx, cy: ground - ry, rx, ry, tilt: Math.round((draw() - 0.5) * 22) };
    ground -= 2 * ry - 0.2;
    widest = Math.min(widest, rx);
    return stone;
  });
  return { hue, accent, stones };
}

/**
 * The face beside an address in a list or on its page. It is decoration: the address itself is read out.
 * @param props.size height and width in CSS pixels
 */
export function AddressFace({ address, size = 20 }: { address: string; size?: number }) {
  const { hue, accent, stones } = faceOf(address);
  const top = stones.length - 1;
  return (
    <svg class="c-face" viewBox={`0 0 ${SIDE} ${SIDE}`} width={size} height={size} aria-hidden="true">
      <rect width={SIDE} height={SIDE} rx="6" fill={`hsl(${hue} 38% 40%)`} />
      {stones.map(({ cx, cy, rx, ry, tilt }, index) => (
        <ellipse
          key={index}
          cx={cx.toFixed(1)}
          cy={cy.toFixed(1)}
          rx={rx.toFixed(1)}
          ry={ry.toFixed(1)}
          transform={`rotate(${tilt} ${cx.toFixed(1)} ${cy.toFixed(1)})`}
          fill={index === top ? `hsl(${accent} 70% 72%)` : `hsl(${hue} 30% ${90 - 7 * (top - index)}%)`}
        />
      ))}
    </svg>
  );
}

/** Numbers from 0 to 1 that follow from a text: FNV-1a, then the mixing steps of MurmurHash3. */
function randomOf(text: string): () => number {
  let state = 0x811c9dc5;
  for (const character of text) state = Math.imul(state ^ character.charCodeAt(0), 0x01000193);
  return () => {
    state = (state + 0x9e3779b9) | 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x85ebca6b);
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
    return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32;
  };
}
