/** A line of the table that a benchmark prints. */
export interface Line {
  readonly name: string;
  readonly figure: string;
  /** The comparison: the figure's ratio to a ceiling, and the aim. */
  readonly against: string;
  /** Largest resident set; absent if it was not measured. */
  readonly peakMiB?: number | undefined;
  /** Whether the aim is met; absent if there is none. */
  readonly met?: boolean | undefined;
}

/** The line as text, in columns. */
export function formatLine({ name, figure, against, peakMiB, met }: Line): string {
  const memory = peakMiB === undefined ? '' : `peak ${Math.round(peakMiB)} MiB`;
  const verdict = met === undefined ? '' : met ? 'met' : 'MISSED';
  return `${name.padEnd(44)} ${figure.padStart(14)}  ${against.padEnd(62)} ${memory.padEnd(14)} ${verdict}`.trimEnd();
}

/** A rate, such as `12,345/s`. */
export function perSecond(rate: number): string {
  return `${Math.round(rate).toLocaleString('en')}/s`;
}
