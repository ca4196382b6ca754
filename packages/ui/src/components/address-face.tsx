/** The face of an address: a small cairn by which a reader recognizes it. */

/** Lays out in a square of 24 units. */
const SIDE = 24;
const GROUND = 20.4;

interface FaceStone {
  readonly x: number;
  readonly y: number;
  readonly rx: number;
  readonly ry: number;
  readonly tilt: number;
}

/** What is drawn for an address: the same in every app, and different for most addresses. */
export interface Face {
  /** Degrees. */
  readonly hue: number;
  /** Of the top stone; degrees, possibly above 360. */
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
  const hue = Math.floor(draw() * 15) * 24;
  const accent = hue + 90 + Math.floor(draw() * 7) * 30;
  const count = 2 + Math.floor(draw() * 3);
  let ground = GROUND;
  let widest = 9.4;
  const stones = Array.from({ length: count }, () => {
    const ry = round(8 / count - draw() / 2);
    const rx = round(widest * (0.68 + draw() * 0.32));
    const x = round(SIDE / 2 + (draw() - 0.5) * 3.4);
    const y = round(ground - ry);
    ground = y - ry;
    widest = rx;
    return { x, y, rx, ry, tilt: round((draw() - 0.5) * 22) };
  });
  return { hue, accent, stones };
}

/** The face beside an address, as large as the text. It is decoration: the address itself is read out. */
export function AddressFace({ address }: { address: string }) {
  const { hue, accent, stones } = faceOf(address);
  const top = stones.length - 1;
  return (
    <svg class="c-face" viewBox={`0 0 ${SIDE} ${SIDE}`} aria-hidden="true">
      <rect width={SIDE} height={SIDE} fill={`hsl(${hue} 38% 40%)`} />
      {stones.map(({ x, y, rx, ry, tilt }, index) => (
        <ellipse
          rx={rx}
          ry={ry}
          transform={`translate(${x} ${y}) rotate(${tilt})`}
          fill={index === top ? `hsl(${accent} 70% 72%)` : `hsl(${hue} 30% ${90 - 7 * (top - index)}%)`}
        />
      ))}
    </svg>
  );
}

/** Numbers from 0 to 1 that follow from a text: FNV-1a, then a linear congruential generator. */
function randomOf(text: string): () => number {
  let state = 0x811c9dc5;
  for (const character of text) state = Math.imul(state ^ character.charCodeAt(0), 0x01000193);
  return () => {
    state = Math.imul(state, 1_664_525) + 1_013_904_223;
    return (state >>> 8) / 2 ** 24;
  };
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
