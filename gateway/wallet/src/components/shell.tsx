import { Badge, Logo } from '@cairn/ui';
import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import { useAppState, useModel, useSettings } from '../lib/context.ts';
import { hrefOf, type Screen } from '../lib/route.ts';
import { t } from '../messages/messages.ts';
import { networkToJoin, type AppState } from '../model/state.ts';
import { AccountSwitcher } from './account-switcher.tsx';
import { Navigation } from './navigation.tsx';
import { NodeBadge } from './node-badge.tsx';
import { WalletIcon, type WalletIconName } from './wallet-icon.tsx';

/** The page around every screen: header, and the navigation of an open wallet. */
export function Shell({ screen, children }: { screen: Screen | undefined; children: ComponentChildren }) {
  const main = useRef<HTMLElement>(null);
  return (
    <>
      <SkipLink onSkip={() => main.current?.focus()} />
      <Header screen={screen} />
      <div class={screen === undefined ? 'c-container' : 'c-container w-shell'}>
        {screen !== undefined && <Navigation current={screen} />}
        <main class="w-main" tabIndex={-1} ref={main}>
          {children}
        </main>
      </div>
    </>
  );
}

/** A skip link to the content. It is a button, because a link would replace the fragment that names the screen. */
function SkipLink({ onSkip }: { onSkip: () => void }) {
  return (
    <button type="button" class="w-skip" onClick={onSkip}>
      {t('shell.skip')}
    </button>
  );
}

function Header({ screen }: { screen: Screen | undefined }) {
  const state = useAppState();
  const network = networkOf(state);
  return (
    <header class="w-header">
      <div class="c-container w-header__inner">
        <span class="w-brand">
          <Logo size={26} />
          <span class="w-brand__name">
            {t('shell.name')}
            <span class="w-brand__kind">{t('shell.kind')}</span>
          </span>
          {network !== undefined && <Badge tone="accent">{network}</Badge>}
        </span>
        {screen !== undefined && <AccountSwitcher />}
        <span class="w-header__end">
          {screen === undefined ? <NodeBadge state={state} /> : <HeaderTools screen={screen} state={state} />}
        </span>
      </div>
    </header>
  );
}

function HeaderTools({ screen, state }: { screen: Screen; state: AppState }) {
  const model = useModel();
  return (
    <>
      <a class="w-node-link" href={hrefOf('node')} aria-current={screen === 'node' ? 'page' : undefined}>
        <span class="c-visually-hidden">{t('shell.nodeState')} </span>
        <NodeBadge state={state} />
      </a>
      <PrivacyButton />
      <Tool icon="lock" label={t('shell.lock')} title={t('shell.lockTitle')} onClick={() => model.lock()} />
    </>
  );
}

function PrivacyButton() {
  const { settings } = useModel();
  const { hideAmounts } = useSettings();
  return (
    <Tool
      icon={hideAmounts ? 'hidden' : 'shown'}
      label={t('shell.hideAmounts')}
      title={t(hideAmounts ? 'shell.showAmounts' : 'shell.hideAmounts')}
      pressed={hideAmounts}
      onClick={() => settings.change({ hideAmounts: !hideAmounts })}
    />
  );
}

function Tool(props: {
  icon: WalletIconName;
  label: string;
  title: string;
  pressed?: boolean;
  onClick: () => void;
}) {
  const { icon, label, title, pressed, onClick } = props;
  return (
    <button
      type="button"
      class="w-tool"
      aria-label={label}
      title={title}
      aria-pressed={pressed}
      onClick={onClick}
    >
      <WalletIcon name={icon} />
    </button>
  );
}

function networkOf(state: AppState): string | undefined {
  const { phase } = state;
  if (phase.name === 'unlocked') return phase.wallet.network;
  return phase.name === 'locked' ? phase.network : networkToJoin(state);
}
