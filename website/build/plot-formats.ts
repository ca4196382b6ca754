import type { Plugin } from 'vite';

/** What uPlot makes as it loads, and what stands in its place. */
const FORMATS = [
  ["new Intl.NumberFormat(domEnv ? nav.language : 'en-US')", '{ format: String }'],
  ['new Intl.DateTimeFormat().resolvedOptions().timeZone', "'UTC'"],
] as const;

/**
 * Takes from uPlot the formats of its own axes and legends, which no chart here has: the first use of `Intl` takes a desktop 20 ms
 * and a phone a tenth of a second, before any chart is drawn.
 */
export const withoutPlotFormats = (): Plugin => ({
  name: 'cairn-without-plot-formats',
  transform(code, id) {
    if (!id.endsWith('/uPlot.esm.js')) return undefined;
    return FORMATS.reduce((before, [format, instead]) => {
      if (!before.includes(format)) this.error(`uPlot no longer has ${format}`);
      return before.replace(format, instead);
    }, code);
  },
});
