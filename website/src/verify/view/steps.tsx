import type { Verification } from '../use-verification.ts';
import { Step } from './step.tsx';
import type { StepWords } from './words.ts';

/**
 * Every planned check in order.
 * @param props.given the reader gave what is checked: no API was asked
 */
export function Steps({
  state,
  given = false,
  words,
}: {
  state: Verification;
  given?: boolean;
  words: StepWords;
}) {
  return (
    <ol class="verify-steps" aria-label={words.t('panel.steps')}>
      {state.planned.map((id) => (
        <Step
          key={id}
          id={id}
          result={state.results.get(id)}
          running={state.running === id}
          progress={state.running === id ? state.progress : undefined}
          given={given}
          words={words}
        />
      ))}
    </ol>
  );
}
