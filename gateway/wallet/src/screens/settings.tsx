import { Button, Card, ThemeToggle } from '@cairn/ui';
import { useState } from 'preact/hooks';
import { Facts } from '../components/facts.tsx';
import { ForgetWallet } from '../components/forget-wallet.tsx';
import { Screen } from '../components/screen.tsx';
import { useWallet } from '../lib/context.ts';

/** Few things to set, and the way out. */
export function Settings() {
  const { model, wallet } = useWallet();
  const [forgetting, setForgetting] = useState(false);
  return (
    <Screen title="Settings" width="narrow">
      <Card title="Appearance">
        <div class="c-row c-row--between">
          <span>Theme</span>
          <ThemeToggle />
        </div>
      </Card>
      <Card
        title="Wallet"
        flush
        footer={
          forgetting ? (
            <ForgetWallet onCancel={() => setForgetting(false)} />
          ) : (
            <div class="w-actions">
              <Button onClick={() => model.lock()}>Lock now</Button>
              <Button variant="ghost" onClick={() => setForgetting(true)}>
                Forget this wallet…
              </Button>
            </div>
          )
        }
      >
        <Facts
          items={[
            { label: 'Network', value: wallet.network },
            { label: 'Accounts', value: String(wallet.accounts.length) },
            ...(wallet.selected.kind === 'own'
              ? [{ label: 'Derivation', value: <code>{wallet.selected.path}</code> }]
              : []),
          ]}
        />
      </Card>
    </Screen>
  );
}
