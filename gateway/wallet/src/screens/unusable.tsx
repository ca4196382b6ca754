import { Button, Notice } from '@cairn/ui';
import { useState } from 'preact/hooks';
import { ForgetWallet } from '../components/forget-wallet.tsx';
import { Screen } from '../components/screen.tsx';

/** There is a stored wallet, but this page cannot read it: said so, and nothing is overwritten unasked. */
export function Unusable({ code }: { code: string }) {
  const [forgetting, setForgetting] = useState(false);
  return (
    <Screen title="The stored wallet cannot be read" width="narrow">
      {forgetting ? (
        <ForgetWallet onCancel={() => setForgetting(false)} />
      ) : (
        <Notice
          tone="error"
          title={code === 'vault_unsupported' ? 'It was written by another version' : 'It is damaged'}
          action={<Button onClick={() => setForgetting(true)}>Remove it and start over</Button>}
        >
          {code === 'vault_unsupported'
            ? 'A newer version of this page may open it. Nothing was changed.'
            : 'Nothing was changed. If you have the recovery phrase, you can remove it and import the phrase again.'}
        </Notice>
      )}
    </Screen>
  );
}
