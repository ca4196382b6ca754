import { HEIGHT, type Picture, shapesOf, type TextShape, WIDTH } from '../../site/picture.ts';
import { escapeXml } from '../../site/xml.ts';

/**
 * Draws a picture as SVG, in the fonts that `server/link-preview-png.ts` loads.
 * @param page address of the page, as the code has it
 */
export function svgOf(picture: Picture, page: string): string {
  const drawn = shapesOf(picture, page).map((shape) =>
    'd' in shape
      ? `<path d="${shape.d}" transform="translate(${shape.x} ${shape.y}) scale(${shape.scale})" fill="${shape.fill}"/>`
      : `<text x="${shape.x}" y="${shape.y}" ${styleOf(shape)}${shape.isEnd ? ' text-anchor="end"' : ''}>${escapeXml(shape.text)}${
          shape.after ? `<tspan dx="24" ${styleOf(shape.after)}>${escapeXml(shape.after.text)}</tspan>` : ''
        }</text>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">${drawn.join('')}</svg>`;
}

const styleOf = ({ size, weight, fill }: TextShape): string =>
  `font-family="Inter" font-size="${size}" font-weight="${weight}" fill="${fill}"`;
