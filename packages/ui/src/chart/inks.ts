/** Colours and type of a chart, as the browser computes them. */
export interface Inks {
  readonly axis: string;
  readonly grid: string;
  readonly series: readonly string[];
  /** For a canvas: `11px …`. */
  readonly font: string;
}

const TICK_SIZE = 11;

/** Reads the inks from elements that wear them: a canvas knows no custom properties. */
export function readInks(host: HTMLElement): Inks {
  const color = (name: string) => {
    const element = host.querySelector(`.c-chart__ink--${name}`);
    return element === null ? '#888' : getComputedStyle(element).color;
  };
  return {
    axis: color('axis'),
    grid: color('grid'),
    series: ['1', '2', '3', '4'].map(color),
    font: `${TICK_SIZE}px ${getComputedStyle(host).fontFamily}`,
  };
}
