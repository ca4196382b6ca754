import { Badge, Button, Logo } from '@cairn/ui';
import type { ComponentChildren } from 'preact';
import { useModel, useAppState } from '../lib/context.ts';
import { hrefOf, type Screen } from '../lib/route.ts';
import { networkToJoin } from '../model/state.ts';
import { NodeBadge } from './node-badge.tsx';
import { WalletIcon, type WalletIconName } from './wallet-icon.tsx';

const TABS: readonly { screen: Screen & WalletIconName; label: string }[] = [
  { screen: 'overview', label: 'Overview' },
  { screen: 'send', label: 'Send' },
  { screen: 'receive', label: 'Receive' },
  { screen: 'activity', label: 'Activity' },
  { screen: 'settings', label: 'Settings' },
];

/** The frame around every screen: name, network, node, and for an open wallet the way around. */
export function Shell({ screen, children }: { screen: Screen | undefined; children: ComponentChildren }) {
  const state = useAppState();
  const { phase } = state;
  const network =
    phase.name === 'unlocked'
      ? phase.wallet.network
      : phase.name === 'locked'
        ? phase.network
        : networkToJoin(state);
  return (
    <>
      <header class="w-header">
        <div class="c-container w-header__inner">
          <span class="w-brand">
            <Logo size={26} />
            <span class="w-brand__name">
              Cairn<span class="w-brand__kind"> Wallet</span>
            </span>
            {network !== undefined && <Badge tone="accent">{network}</Badge>}
          </span>
          {screen !== undefined && <Tabs current={screen} />}
          <span class="w-header__end">
            {screen === undefined ? (
              <NodeBadge state={state} />
            ) : (
              <>
                <a
                  class="w-node-link"
                  href={hrefOf('node')}
                  aria-current={screen === 'node' ? 'page' : undefined}
                >
                  <span class="c-visually-hidden">Node: </span>
                  <NodeBadge state={state} />
                </a>
                <LockButton />
              </>
            )}
          </span>
        </div>
      </header>
      <main class="c-container w-main">{children}</main>
    </>
  );
}

function LockButton() {
  const model = useModel();
  return (
    <Button variant="ghost" size="sm" label="Lock" title="Lock the wallet" onClick={() => model.lock()}>
      <WalletIcon name="lock" />
    </Button>
  );
}

function Tabs({ current }: { current: Screen }) {
  return (
    <nav class="w-tabs" aria-label="Wallet">
      {TABS.map(({ screen, label }) => (
        <a
          key={screen}
          class="w-tabs__tab"
          href={hrefOf(screen)}
          aria-current={screen === current ? 'page' : undefined}
        >
          <WalletIcon name={screen} />
          <span>{label}</span>
        </a>
      ))}
    </nav>
  );
}
