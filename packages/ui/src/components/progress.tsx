/**
 * How far something has come.
 * @param props.value percent, 0–100
 * @param props.label what it is the progress of
 */
export function Progress({ value, label }: { value: number; label: string }) {
  return (
    <progress class="c-progress" max={100} value={value} aria-label={label}>
      {`${Math.floor(value)}%`}
    </progress>
  );
}
