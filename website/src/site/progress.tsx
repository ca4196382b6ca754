import './progress.css';

/**
 * A progress bar.
 * @param props.value percent, 0–100
 * @param props.label name of the task, for screen readers
 */
export function Progress({ value, label }: { value: number; label: string }) {
  return (
    <progress class="c-progress" max={100} value={value} aria-label={label}>
      {`${Math.floor(value)}%`}
    </progress>
  );
}
