import type { NetworkName } from '@cairn/protocol';
import { Button, Logo, Notice } from '@cairn/ui';
import { Screen } from '../../components/screen.tsx';
import { SessionNotices } from '../../components/session-notices.tsx';

/** The first thing that somebody without a wallet sees. `network` is absent until gateway or node name theirs. */
export function Welcome(props: {
  network: NetworkName | undefined;
  onCreate: () => void;
  onImport: () => void;
}) {
  const waiting = props.network === undefined;
  return (
    <Screen title="Welcome to Cairn Wallet" width="slim" picture={<Logo size={72} />}>
      <p class="c-muted">
        Your keys are made in this browser, encrypted with your password, and never leave it. The node only
        ever gets transactions that you have signed.
      </p>
      <SessionNotices />
      <div class="c-stack c-stack--tight">
        <Button variant="primary" wide disabled={waiting} onClick={props.onCreate}>
          Create a new wallet
        </Button>
        <Button wide disabled={waiting} onClick={props.onImport}>
          Import a recovery phrase
        </Button>
      </div>
      {waiting ? (
        <p class="c-faint c-small">Waiting for the gateway or the node to name the network…</p>
      ) : (
        <NetworkNote network={props.network!} />
      )}
    </Screen>
  );
}

function NetworkNote({ network }: { network: NetworkName }) {
  if (network === 'mainnet') return null;
  return (
    <Notice tone="info" title={`This gateway is on ${network}`}>
      Coins of {network} are for trying things out and have no value.
    </Notice>
  );
}
