import type { Plugin } from 'vite';

/** What uPlot creates of `Intl` when it loads, and what stands there instead. */
const FORMATS = [
  ["new Intl.NumberFormat(domEnv ? nav.language : 'en-US')", '{ format: String }'],
  ['new Intl.DateTimeFormat().resolvedOptions().timeZone', "'UTC'"],
] as const;

/**
 * Takes from uPlot its default formats, of numbers on an axis and of times in a legend, which no chart of ours uses: the first format that
 * a browser creates takes it 25 ms, a tenth of a second on a phone, in which it reacts to no input.
 */
export const plotWithoutFormats = (): Plugin => ({
  name: 'cairn-plot-without-formats',
  transform: {
    filter: { id: /\/uPlot\.esm\.js$/ },
    handler(code) {
      for (const [format] of FORMATS)
        if (code.split(format).length !== 2)
          this.error(`uPlot does not create its format as it did: ${format}`);
      return FORMATS.reduce((plain, [format, instead]) => plain.replace(format, instead), code);
    },
  },
});
