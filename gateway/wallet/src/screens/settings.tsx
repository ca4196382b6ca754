import { Button, Card, KeyValueList, ThemeToggle } from '@cairn/ui';
import { useState } from 'preact/hooks';
import { ForgetWallet } from '../components/forget-wallet.tsx';
import { Screen } from '../components/screen.tsx';
import { useWallet } from '../lib/context.ts';

/** Few things to set, and the way out. */
export function Settings() {
  const { model, wallet } = useWallet();
  const [forgetting, setForgetting] = useState(false);
  return (
    <Screen title="Settings">
      <div class="w-narrow c-stack">
        <Card title="Appearance">
          <div class="c-row c-row--between">
            <span>Theme</span>
            <ThemeToggle />
          </div>
        </Card>
        <Card title="Wallet">
          <div class="c-stack">
            <KeyValueList
              items={[
                { label: 'Network', value: wallet.network },
                { label: 'Accounts', value: String(wallet.accounts.length) },
                { label: 'Derivation', value: <code>{wallet.selected.path}</code> },
              ]}
            />
            <div class="c-row">
              <Button onClick={() => model.lock()}>Lock now</Button>
              {!forgetting && (
                <Button variant="danger" onClick={() => setForgetting(true)}>
                  Forget this wallet…
                </Button>
              )}
            </div>
            {forgetting && <ForgetWallet onCancel={() => setForgetting(false)} />}
          </div>
        </Card>
      </div>
    </Screen>
  );
}
