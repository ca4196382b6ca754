/**
 * An ASCII text in memory of its own, to be remembered. A part of a longer text is a view of it in V8: a set of addresses that
 * were cut out of request targets would keep every target as it came, of 16 KiB each.
 */
export function ownText(text: string): string {
  return Buffer.from(text, 'latin1').toString('latin1');
}
