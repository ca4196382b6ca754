// @vitest-environment happy-dom
import { useState } from 'preact/hooks';
import { expect, test } from 'vitest';
import { showPart } from '../../test/fixture-part.tsx';
import { Screen } from './screen.tsx';

/** A screen whose first button disappears when it is pressed, and whose second one gives way to a field with the focus. */
function Part() {
  const [step, setStep] = useState<'first' | 'later' | 'field'>('first');
  return (
    <Screen title="Screen">
      {step === 'first' && (
        <p>
          <button type="button" onClick={() => setStep('later')} />
          <button type="button" onClick={() => setStep('field')} />
        </p>
      )}
      {step === 'field' && <input ref={(field) => field?.focus()} />}
    </Screen>
  );
}

test.each([
  [0, 'H1'],
  [1, 'INPUT'],
])('the focus of button %i, which disappears, goes to %s', async (place, taker) => {
  const part = showPart(<Part />);
  document.body.append(part);
  const button = part.querySelectorAll('button')[place]!;
  button.focus();
  button.click();
  await expect.poll(() => part.querySelector('button')).toBe(null);
  await expect.poll(() => document.activeElement?.tagName).toBe(taker);
});
