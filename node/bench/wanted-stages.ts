/**
 * Reads `--only`.
 * @param only names with commas between them
 * @throws Error for a name that no stage has
 */
export function wantedStages(only: string, stages: readonly string[]): ReadonlySet<string> {
  const wanted = only.split(',');
  const unknown = wanted.filter((name) => !stages.includes(name));
  if (unknown.length > 0) throw new Error(`--only takes ${stages.join(', ')}, not ${unknown.join(', ')}`);
  return new Set(wanted);
}
