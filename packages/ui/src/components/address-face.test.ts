import { expect, it } from 'vitest';
import { faceOf } from './address-face.tsx';

const ADDRESS = 'dLhCHA22XoXSswtB78TF1rxQgv3MZQ2iJ3';

it('a face is the same whenever it is drawn, and lies in its square', () => {
  expect(faceOf(ADDRESS)).toEqual(faceOf(ADDRESS));
  for (let index = 0; index < 500; index += 1) {
    const { stones } = faceOf(`${ADDRESS.slice(0, -3)}${index}`);
    expect(stones.length).toBeGreaterThanOrEqual(2);
    for (const { x, y, rx, ry } of stones) {
      expect(Math.min(x - rx, y - ry)).toBeGreaterThan(0);
      expect(Math.max(x + rx, y + ry)).toBeLessThan(24);
    }
  }
});

it('neighbouring addresses have different faces', () => {
  const faces = Array.from({ length: 200 }, (_, index) =>
    JSON.stringify(faceOf(`${ADDRESS.slice(0, -3)}${index}`)),
  );
  expect(new Set(faces).size).toBe(200);
});
