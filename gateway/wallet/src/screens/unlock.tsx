import { Button, Logo, Notice, TextField } from '@cairn/ui';
import { isWalletError } from '@cairn/wallet';
import { useState } from 'preact/hooks';
import { ForgetWallet } from '../components/forget-wallet.tsx';
import { Form } from '../components/form.tsx';
import { Screen } from '../components/screen.tsx';
import { SessionNotices } from '../components/session-notices.tsx';
import { useAppState, useModel } from '../lib/context.ts';
import { useTask } from '../lib/use-task.ts';
import { describeFailure } from '../lib/words.ts';

/** Asks for the password of the stored wallet. */
export function Unlock() {
  const [forgetting, setForgetting] = useState(false);
  return (
    <Screen
      title={forgetting ? 'Start over' : 'Unlock your wallet'}
      width="slim"
      focusField={!forgetting}
      picture={<Logo size={56} />}
    >
      {forgetting ? (
        <ForgetWallet onCancel={() => setForgetting(false)} />
      ) : (
        <UnlockForm onForgotten={() => setForgetting(true)} />
      )}
    </Screen>
  );
}

function UnlockForm({ onForgotten }: { onForgotten: () => void }) {
  const model = useModel();
  const { renewed } = useAppState();
  const task = useTask();
  const [password, setPassword] = useState('');
  const wrong = isWalletError(task.error, 'wrong_password');
  const submit = (): boolean => {
    if (password === '') return false;
    task.run(() => model.unlock(password));
    return true;
  };
  return (
    <>
      {renewed && (
        <Notice tone="info" title="The gateway was restarted">
          The page was loaded again for it. It never sends anything by itself.
        </Notice>
      )}
      <SessionNotices />
      <Form onSubmit={submit}>
        <TextField
          label="Password"
          type="password"
          autoComplete="current-password"
          value={password}
          error={wrong ? 'This password does not open the wallet.' : undefined}
          onInput={(value) => {
            task.clearError();
            setPassword(value);
          }}
        />
        {task.error !== undefined && !wrong && (
          <Notice tone="error" live>
            {describeFailure(task.error)}
          </Notice>
        )}
        <Button variant="primary" type="submit" wide busy={task.busy}>
          {task.busy ? 'Unlocking…' : 'Unlock'}
        </Button>
        <Button variant="ghost" wide disabled={task.busy} onClick={onForgotten}>
          Forgot the password?
        </Button>
      </Form>
    </>
  );
}
