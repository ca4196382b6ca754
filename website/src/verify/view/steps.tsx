import type { Verification } from '../use-verification.ts';
import { Step } from './step.tsx';
import type { StepWords } from './words.ts';

/** Every planned check in order. */
export function Steps({ state, words }: { state: Verification; words: StepWords }) {
  return (
    <ol class="verify-steps" aria-label={words.t('panel.steps')}>
      {state.planned.map((id) => (
        <Step
          key={id}
          id={id}
          result={state.results.get(id)}
          running={state.running === id}
          progress={state.running === id ? state.progress : undefined}
          words={words}
        />
      ))}
    </ol>
  );
}
