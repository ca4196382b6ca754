import type { Count, Tally } from './tally.ts';

const HEAD = ['killed', 'kills', 'tail dropped', 'rebuilt', 'resumed'];

/** One table of everything that was injected, by kind and phase, and what the recoveries did. */
export function formatReport(tally: Tally): string {
  const { total, counts } = tally;
  const rows = [HEAD];
  for (const kind of new Set(counts.map((count) => count.kind))) {
    const phases = counts.filter((count) => count.kind === kind);
    rows.push([kind, '', '', '', '']);
    for (const count of phases.toSorted(byPhase)) rows.push([`  ${count.phase}`, ...numbers(count)]);
  }
  rows.push(['in all', ...numbers(total)]);
  const widths = HEAD.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  const format = (cell: string, column: number): string =>
    column === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[column]!);
  const lines = rows.map((row) => row.map(format).join('  ').trimEnd());
  const rule = '─'.repeat(lines[0]!.length);
  return [lines[0], rule, ...lines.slice(1, -1), rule, lines.at(-1), ...notes(tally)].join('\n');
}

function notes({ acknowledged, interruptions, missed }: Tally): string[] {
  return [
    `${acknowledged} acknowledged operations and transactions were looked for after the kills`,
    `one rebuild was interrupted up to ${interruptions} times before it came to its end`,
    `${missed} further attempts did not strike where they were meant to and do not count`,
  ];
}

function byPhase(one: Count, other: Count): number {
  return one.phase < other.phase ? -1 : 1;
}

function numbers({ kills, droppedTails, rebuilt, resumed }: Omit<Count, 'kind' | 'phase'>): string[] {
  return [kills, droppedTails, rebuilt, resumed].map((count) => (count === 0 ? '–' : String(count)));
}
