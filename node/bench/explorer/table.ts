/** One line of the table. */
export interface Line {
  readonly name: string;
  readonly figure: string;
  /** The ceiling, the ratio, and the aim. */
  readonly against: string;
  /** Absent where there is no aim. */
  readonly met?: boolean;
}

/** A line as it is shown. */
export function describe({ name, figure, against, met }: Line): string {
  const verdict = met === undefined ? '' : met ? 'met' : 'MISSED';
  return `${name.padEnd(40)} ${figure.padStart(14)}  ${against.padEnd(62)} ${verdict}`.trimEnd();
}

/** A rate, such as `12,345/s`. */
export function perSecond(rate: number): string {
  return `${Math.round(rate).toLocaleString('en')}/s`;
}
