const STEPS: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowDown: (at, last) => Math.min(last, at + 1),
  ArrowUp: (at) => Math.max(0, at - 1),
  Home: () => 0,
  End: (_, last) => last,
};

/** Arrow keys, Home and End lead from row to row of a table while the focus is in one of its rows. */
export function moveInRows(event: KeyboardEvent): void {
  const step = STEPS[event.key];
  if (step === undefined || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  const row = event.target instanceof Element ? event.target.closest('tbody tr') : null;
  const rows = [...(row?.parentElement?.children ?? [])];
  if (row === null || rows.length === 0) return;
  event.preventDefault();
  rows[step(rows.indexOf(row), rows.length - 1)]?.querySelector<HTMLElement>('a')?.focus();
}
