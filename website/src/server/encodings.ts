/** How an answer is packed for its way: `content-encoding`, and how the name of a file packed so ends. */
export interface Packing {
  readonly encoding: 'br' | 'gzip';
  readonly ending: string;
}

/** The smaller first. */
export const PACKINGS: readonly Packing[] = [
  { encoding: 'br', ending: '.br' },
  { encoding: 'gzip', ending: '.gz' },
];

/** Types of the files that are worth packing, by their ending. */
export const PACKED_TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** Whether `Accept-Encoding` names an encoding, and does not refuse it by `q=0` (RFC 9110, section 12.5.3). */
export function accepts(header: string | null | undefined, encoding: Packing['encoding']): boolean {
  return (header ?? '').split(',').some((part) => {
    const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase());
    return name === encoding && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
  });
}
